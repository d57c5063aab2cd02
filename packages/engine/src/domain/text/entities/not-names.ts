import { ENGLISH_STOP_WORDS } from "../stop-words.js";

/** Capitalised words that name nobody and nothing: time, greetings, kin, titles, shorthand, and what chats begin sentences with. */
const NOT_NAMES: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember
  lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre
  lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre
  today tomorrow yesterday tonight morning afternoon evening night noon midnight spring summer autumn fall winter am pm ad bc gmt utc est pst cet
  hi hey hello bye goodbye thanks thank please sorry yes yeah yep yup nope ok okay oh ah wow whoa haha hahaha lol omg btw fyi asap idk imo imho tbh faq aka diy tv pc id ok ps pps rip vip
  cool great good nice awesome amazing absolutely definitely sure exactly totally congrats congratulations welcome cheers yay hooray ugh hmm huh damn gosh wonderful perfect sounds looks
  mom mum dad mama papa mommy daddy mother father grandma grandpa grandmother grandfather granny sister brother son daughter aunt uncle cousin wife husband god lord jesus
  mr mrs ms miss dr prof sir madam ma'am mister president doctor professor captain
  user assistant system human ai bot agent customer support speaker team everyone everybody someone nobody anyone guys
  note notes todo fixme warning error errors info debug summary step steps example question answer true false null none undefined
  north south east west northern southern eastern western
  english spanish french german italian portuguese dutch swedish danish norwegian finnish polish russian ukrainian greek turkish arabic hebrew hindi chinese japanese korean
  american british irish scottish welsh european asian african mexican canadian australian indian latin midwestern christian catholic muslim jewish buddhist
  maybe perhaps also however moreover meanwhile although though because since while during before after until unless whether despite without within
  let lets let's here's there's that's what's who's it's i'm i'd i'll i've don't doesn't didn't isn't aren't can't won't couldn't wouldn't shouldn't
  gonna wanna gotta kinda sorta hopefully honestly basically actually literally seriously obviously apparently unfortunately luckily finally lastly firstly secondly
  every each both either neither another other others such same own many much more most few less least several
  one two three four five six seven eight nine ten first second third next previous last new old
  i you he she we they it me him her us them my your his our their mine yours ours theirs myself yourself
  je tu il elle nous vous ils elles le la les un une des du de et mais ou donc car ce cette ces mon ma mes ton ta tes son sa ses notre votre leur qui que quoi oui non bonjour merci
  el los las una unos unas y pero o porque este esta estos estas ese esa eso mi mis su sus nuestro yo tú él ella nosotros ellos sí no hola gracias cuando donde como también
  der die das den dem des ein eine einen einem einer und aber oder ich du er sie wir ihr mein dein sein unser ja nein hallo danke bitte wenn weil dass auch nicht
  o os as um uma e mas ou porque este esta isto eu você ele ela nós eles meu minha seu sua não sim olá obrigado quando onde como também
  il lo gli uno ma perché questo questa io lui lei noi voi loro mio mia suo sua non sì ciao grazie quando dove come anche
  het een en maar of want dit deze die ik jij hij zij wij jullie mijn jouw zijn haar onze niet ja nee hoi dank als waar hoe ook`.split(
    /\s+/u,
  ),
);

/** True for a word that is never a name by itself, whatever its case. */
export function isNoName(word: string): boolean {
  const lower = word.toLowerCase();
  return NOT_NAMES.has(lower) || ENGLISH_STOP_WORDS.has(lower.replaceAll("'", ""));
}
