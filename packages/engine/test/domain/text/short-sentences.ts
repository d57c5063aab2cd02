/** Short English sentences as chats and notes have them. */
export const ENGLISH: readonly string[] = `Bob: Yes, at eleven.
Yes, at ten.
Rust is fast.
Token abc of Bob
Merge at noon.
Deploy at seven.
Bob is late.
Ann: No, on Monday.
Standup at nine.
Server is down.
Call Bob tomorrow.
Tests are green.
Ann flies to Rome.
Meet at ten.
Lunch at noon, Ann.
Bob drives a van.
Redis is a cache.
Go is simple.
Ship it on Friday.
Bob reviews all code.
Send Ann a mail.
Build is broken again.
Kim plays tennis.
Dan likes tea.
Postgres runs on arm.
Ann has two cats.
Never on Sunday.
Sam sold a boat.
Lee is in Leeds.
Port is 8080 now.
Sure, see Ann first.
Release on Tuesday, Bob.
Max eats no meat.
Disk is full.
Use tabs, no spaces.
Tom met Ann.
Ann and Bob are in.
Backup runs nightly.
Bob: Fine, at six then.
Parking is free.
Log in as admin.
Test on staging first.
Bob owes Ann ten.
Kate bakes bread daily.
Retry after ten seconds.
Bank holiday on Monday.
Office opens at eight.
Invoice sent to Ann.
Cache expires at midnight.
Ann: Great, same time.
Train leaves at five.
Eve bikes to work.
Ian hates olives.
Pin node to twenty.
Drop that table.
Rename main to trunk.
Tea at four.
Joe runs marathons.
Milk, eggs, bread, butter
Gym on Thursday night
Dinner at eight tonight.
Bob: Ok, at nine.
Simone de Beauvoir at noon.
Add more tests.
Van is parked here.
Key rotates every month.
Ann leads platform team.
Alarm rang at three.
Merge after lunch.
Ask Lars in legal.`.split("\n");

/** Short sentences in other languages that have a function word or a word form of their own. */
export const FOREIGN: readonly string[] = `Ich bin im Büro.
Der Server ist langsam.
Wir treffen uns morgen.
Das Auto ist rot.
Bob wohnt in Berlin.
Sie hat zwei Katzen.
Ann kommt um zehn.
Der Zug ist weg.
Er mag keinen Tee.
Wo ist der Hund?
Das ist nicht gut.
Ja, um elf Uhr.
Ik woon in Utrecht.
De trein is laat.
Wij gaan naar huis.
Het is niet ver.
Hij heeft een hond.
Ann woont in Delft.
Bob komt om tien uur.
Zij werkt bij een bank.
Waar is de sleutel?
Dat is een goed idee.
De server is traag.
Ja, om elf uur.
Jeg bor i Oslo.
Det er ikke godt.
Han har en hund.
Vi mødes klokken ti.
Hun arbejder i banken.
Toget er forsinket.
Bob kommer ikke.
Hvor er min bil?
Ja, klokken elleve.
Jeg kan godt lide te.
Serveren er langsom.
Vi ses i morgen.
El tren llega tarde.
Mi madre es doctora.
No me gusta el té.
Vivimos en Madrid.
La casa es grande.
Bob trabaja en un banco.
Yo tengo dos gatos.
Nos vemos a las diez.
El servidor es lento.
Ella vive con su hermana.
Hoy no puedo ir.
Mañana voy al dentista.
Le train est en retard.
Je suis au bureau.
Nous habitons à Lyon.
Il fait froid ici.
Bob aime le fromage.
Elle a deux chats.
Le serveur est lent.
On se voit demain.
La maison est grande.
Je ne mange pas de viande.
Jean habite à Paris.
Oui, à onze heures.
Il treno arriva tardi.
Mia madre è medico.
Non mi piace il caffè.
Abitiamo a Roma.
La casa è grande.
Bob lavora in banca.
Ho due gatti.
Ci vediamo alle dieci.
Il server è lento.
Lei vive con sua sorella.
Oggi non posso venire.
Domani vado dal dentista.
Pedro mora em Lisboa.
Moja siostra pracuje w banku.
Jag bor i Stockholm.`.split("\n");
