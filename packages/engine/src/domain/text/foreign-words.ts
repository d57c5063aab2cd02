// Function words of other languages in Latin script that English does not have.
// In: a short text. Out: whether one of them stands in it outside of a name.

const WORDS: ReadonlySet<string> = new Set(
  `der das dem ein eine einen einem einer und ist sind nicht ich du er sie wir ihr mein meine dein unser auf mit für zum zur beim vom nach bei aus wird hat
  haben habe bin bist auch noch schon sehr kein keine keinen wenn oder aber wie wo wer heute morgen gestern um ins am uns mir dir ihn ihm ja nein bitte
  het een en ik jij je hij zij wij niet geen maar ook nog naar voor bij uit zijn heb hebben heeft ben wordt mijn jouw onze deze dit dat waar wie hoe
  vandaag gisteren om op ze gaat komt zal moet kan nee altijd
  og er det jeg du han hun vi ikke på af til med som har var et en mit din vores også nu hvor hvad skal vil kan bliver fra nej hos jag är och att inte av
  från hon oss där vad
  el la los las un una unos unas y es son está están soy estoy tengo tiene mi tu su con por para que se lo le del al muy ya hoy mañana ayer pero como cuando
  donde porque sí hay fue
  le les une des du et est sont je tu il elle nous vous ils elles ne pas mon ma mes ton ta sa ses dans avec pour sur au aux ce cette qui que où très
  aujourd'hui demain hier mais suis ai avons j'ai c'est d'un d'une qu'il
  il lo gli di che è sono ho hai ha abbiamo non nel nella dal dalla della dello al alla ai si ci questo questa mio mia suo sua molto oggi domani ieri
  sta ed
  os um uma da dos das em não eu ele ela nós meu minha seu sua com muito foi são está hoje ontem amanhã
  de jest nie w na z się bir ve bu`.split(/\s+/u),
);
/** Words of the list that English writes too, be it as shorthand, in a phrase or as a letter. */
const ALSO_ENGLISH: ReadonlySet<string> = new Set(
  "en er um am ma ha lo um vil kan ben dos si ed ai w z son sin pour sur per ve mi tu op des hay ton".split(" "),
);

/** A particle inside a name ("Simone de Beauvoir"), and an article that begins one ("La Scala"). */
const IN_NAMES =
  /(?<=\p{Lu}[\p{L}\p{M}'’-]*(?:\s+\p{Ll}{2,3})?\s+)(?:de|del|della|di|da|do|dos|du|van|von|der|den|la|le|al|el)(?=\s+(?:\p{Ll}{2,3}\s+)?\p{Lu})|(?<!\p{L})(?:El|La|Le|Los|Las|De|Di|Van|Von)(?=\s+\p{Lu})/gu;

/** True where a word that only other languages have says what a text is written in. */
export function hasForeignWord(text: string): boolean {
  const words =
    text
      .replace(IN_NAMES, " ")
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?/gu) ?? [];
  return words.some((word) => WORDS.has(word) && !ALSO_ENGLISH.has(word));
}
