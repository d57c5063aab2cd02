// Pairs for calibration: a question, the memory that answers it, and the same memory said otherwise.
// In: nothing. Out: triples of our own making, from many fields; the answer of one is unrelated to the question of another.

export interface Triple {
  readonly question: string;
  readonly memory: string;
  readonly paraphrase: string;
}

const triple = (question: string, memory: string, paraphrase: string): Triple => ({ question, memory, paraphrase });

export const TRIPLES: readonly Triple[] = [
  // People and everyday life
  triple("Where does Mira live now?", "Mira moved to Lisbon last spring.", "Since spring, Mira's home is in Lisbon."),
  triple("What is the dog called?", "We named the puppy Pickles.", "Our little dog goes by the name Pickles."),
  triple("What food can't Jonas eat?", "Jonas is allergic to shellfish.", "Shellfish gives Jonas an allergic reaction."),
  triple("How does she take her coffee?", "She drinks coffee black, without sugar.", "No milk and no sugar in her coffee."),
  triple("When is Dad's birthday?", "Dad was born on the ninth of November.", "My father's birthday is November 9."),
  triple("Which instrument is Ines learning?", "Ines has taken up the cello.", "Ines started cello lessons."),
  triple("Why did they break up?", "They separated because he never wanted children.", "His not wanting kids ended the relationship."),
  triple(
    "What did Tom buy for the anniversary?",
    "For their anniversary Tom got her a silver necklace.",
    "Tom's anniversary gift was a necklace of silver.",
  ),
  triple("How many siblings does Akira have?", "Akira grew up with three older sisters.", "There are three big sisters in Akira's family."),
  triple("What is the user's job?", "User: I work as a nurse in a children's hospital.", "The user is a paediatric nurse."),
  triple("Is Lena vegetarian?", "Lena stopped eating meat two years ago.", "For two years Lena has not eaten any meat."),
  triple(
    "What's the plan for the weekend?",
    "On Saturday we are going to the lake with the kayaks.",
    "We will paddle on the lake this Saturday.",
  ),
  triple(
    "Which school do the kids attend?",
    "Both children go to Maple Street Primary.",
    "The kids are pupils at Maple Street Primary School.",
  ),
  triple("Who taught her to knit?", "Her grandmother showed her how to knit.", "She learned knitting from grandma."),
  triple(
    "What scared Ben as a child?",
    "As a boy Ben was terrified of thunderstorms.",
    "Thunder and lightning frightened Ben when he was little.",
  ),
  triple("What tattoo did Rosa get?", "Rosa had a swallow tattooed on her wrist.", "There's a swallow inked on Rosa's wrist."),
  // Travel
  triple("How are we getting to Vienna?", "We booked the night train to Vienna.", "The trip to Vienna is by sleeper train."),
  triple("Where did they spend their honeymoon?", "They went to Iceland after the wedding.", "Iceland was their honeymoon destination."),
  triple("What went wrong with the flight?", "Our plane was delayed five hours because of fog.", "Fog held our flight up for five hours."),
  triple(
    "Which hotel did you recommend in Kyoto?",
    "In Kyoto, stay at the small inn beside the Kamo river.",
    "My tip for Kyoto is the little riverside inn on the Kamo.",
  ),
  triple(
    "Do I need a visa for Vietnam?",
    "Germans can stay in Vietnam for 45 days without a visa.",
    "No visa is required of Germans for 45 days in Vietnam.",
  ),
  triple(
    "What should I pack for the hike?",
    "Bring crampons and a headlamp for the glacier tour.",
    "You will need crampons plus a headlamp on the glacier.",
  ),
  // Software
  triple("Which port does the staging server use?", "Staging listens on port 9077.", "The staging machine's port is 9077."),
  triple(
    "Why do builds fail on Windows?",
    "The Windows build breaks because a path exceeds 260 characters.",
    "Too long a path, over 260 characters, stops the build on Windows.",
  ),
  triple(
    "How do we roll back a release?",
    "To undo a deployment, run the rollback job with the previous tag.",
    "Start the rollback job on the last tag to revert a release.",
  ),
  triple(
    "What database does the billing service run on?",
    "Billing stores its data in PostgreSQL 16.",
    "PostgreSQL 16 is behind the billing service.",
  ),
  triple(
    "Who owns the authentication module?",
    "Priya maintains the login and session code.",
    "The code for sessions and sign-in is Priya's.",
  ),
  triple("What is the indentation rule?", "Indent with two spaces, never tabs.", "Tabs are forbidden; two spaces per level."),
  triple(
    "How was the memory leak fixed?",
    "The leak went away after we closed the event listeners on unmount.",
    "Removing listeners at unmount cured the leak.",
  ),
  triple("Where are the API keys kept?", "Secrets live in the vault under team/api.", "You find the API keys in the vault at team/api."),
  triple(
    "Which test is flaky?",
    "checkout.spec.ts fails about one run in ten.",
    "One in ten runs, the checkout spec breaks without cause.",
  ),
  triple("How often does the backup run?", "A snapshot of the database is taken every six hours.", "Backups happen four times a day."),
  triple(
    "What causes the deadlock?",
    "Two transactions lock accounts and orders in opposite order.",
    "Opposite locking order of orders and accounts leads to the deadlock.",
  ),
  triple(
    "What's the rate limit of the public API?",
    "Clients may send 100 requests a minute to the public API.",
    "The public endpoint allows a hundred calls per minute.",
  ),
  triple(
    "How do I run only one test file?",
    "Pass the file name to vitest to run a single test file.",
    "Give vitest a path and it runs that file alone.",
  ),
  triple("What does ERR-7F13 mean?", "ERR-7F13 is raised when the licence has expired.", "An expired licence shows up as ERR-7F13."),
  triple(
    "Why did we choose Rust for the parser?",
    "The parser was written in Rust because the Python one was forty times slower.",
    "Python being forty times slower made us write the parser in Rust.",
  ),
  triple(
    "Which browser shows the layout bug?",
    "The sidebar overlaps the text in Safari only.",
    "Only Safari has the overlapping sidebar.",
  ),
  // Work and business
  triple(
    "When is the contract up for renewal?",
    "The agreement with the supplier ends on 31 March.",
    "Our supplier contract expires at the end of March.",
  ),
  triple("How much was the invoice?", "The consultancy billed us 12,400 euros.", "An invoice of 12,400 euros came from the consultants."),
  triple(
    "Why did the client leave?",
    "They cancelled since support took three days to answer.",
    "Slow support, three days per answer, made the client cancel.",
  ),
  triple(
    "Who will present at the board meeting?",
    "Carla gives the presentation to the board.",
    "The talk before the board will be Carla's.",
  ),
  triple(
    "What was decided about remote work?",
    "From June everybody may work from home three days a week.",
    "Three home-office days a week are allowed from June.",
  ),
  triple("What is the marketing budget?", "We can spend 80,000 on advertising this year.", "This year's money for advertising is 80,000."),
  triple(
    "Which candidate got the job?",
    "The position went to Samuel after the second interview.",
    "Samuel was hired following round two of interviews.",
  ),
  triple(
    "How did sales develop in the third quarter?",
    "Q3 revenue rose four percent, mostly from renewals.",
    "Renewals pushed the third quarter's turnover up by four percent.",
  ),
  triple("What's the deadline for the tender?", "Bids must be in by noon on 14 August.", "The tender closes on August 14 at twelve."),
  triple("When does the office open?", "The front door is unlocked at half past seven.", "You can enter the office from 7:30."),
  // Health
  triple(
    "What medication does he take for blood pressure?",
    "He takes 20 mg of lisinopril each morning.",
    "His blood pressure drug is lisinopril, 20 mg a day.",
  ),
  triple(
    "What did the doctor say about the knee?",
    "The scan showed a torn meniscus; she should rest for six weeks.",
    "Her meniscus is torn and needs six weeks of rest.",
  ),
  triple("How well does she sleep?", "She wakes up around three every night.", "Every night at three, her sleep is interrupted."),
  triple(
    "When was the last tetanus shot?",
    "The tetanus vaccination was renewed in 2019.",
    "2019 was the year of the latest tetanus booster.",
  ),
  triple(
    "How is the marathon training going?",
    "I ran 30 kilometres on Sunday without any pain.",
    "Sunday's long run of thirty kilometres was painless.",
  ),
  triple("Which exercise helps his back?", "Swimming eases his back pain.", "His back feels better when he swims."),
  // Home
  triple(
    "What's the wifi password?",
    "The password of the guest network is tulip-42.",
    "Guests log on to the wireless network with tulip-42.",
  ),
  triple(
    "How do I reset the boiler?",
    "Hold the red button of the heating for five seconds to restart it.",
    "Press the boiler's red knob five seconds and it restarts.",
  ),
  triple("When is rubbish collected?", "The bins are emptied on Wednesdays.", "Wednesday is the day for the rubbish."),
  triple("Who do we call about the roof?", "The roofer's name is Mr Okafor.", "Mr Okafor does our roof."),
  triple(
    "What grows in the garden?",
    "We planted tomatoes, beans and courgettes.",
    "Beans, tomatoes and courgettes are in the vegetable patch.",
  ),
  triple("What colour is the kitchen?", "They painted the kitchen sage green.", "The kitchen walls are now a sage green."),
  triple(
    "How long does the bread bake?",
    "Bake the loaf for 40 minutes at 230 degrees.",
    "The bread needs forty minutes in the oven at 230.",
  ),
  triple(
    "What goes into the dressing?",
    "Whisk one part vinegar with three parts oil and some mustard.",
    "The dressing is oil, a third as much vinegar, and mustard.",
  ),
  // Science, history, general knowledge
  triple(
    "Why is the sky blue?",
    "Air scatters short wavelengths of sunlight more than long ones.",
    "Blue light is scattered most by the atmosphere.",
  ),
  triple(
    "What is the boiling point of nitrogen?",
    "Liquid nitrogen boils at minus 196 degrees Celsius.",
    "At -196 °C nitrogen turns from liquid to gas.",
  ),
  triple("How many moons does Mars have?", "Mars is circled by Phobos and Deimos.", "Two moons, Phobos and Deimos, orbit Mars."),
  triple(
    "What does the mitochondrion do?",
    "Mitochondria supply the cell with chemical energy.",
    "A cell's energy comes from its mitochondria.",
  ),
  triple(
    "When did the Berlin Wall fall?",
    "The wall in Berlin came down on 9 November 1989.",
    "November 1989 saw the end of the Berlin Wall.",
  ),
  triple("Who painted the Night Watch?", "Rembrandt finished The Night Watch in 1642.", "The Night Watch is a Rembrandt of 1642."),
  triple("What is the capital of Mongolia?", "Ulaanbaatar is Mongolia's capital.", "Mongolia is governed from Ulaanbaatar."),
  triple(
    "How does a diesel engine ignite its fuel?",
    "In a diesel engine, compression heats the air until the fuel catches fire.",
    "Diesel burns because squeezed air gets hot enough.",
  ),
  triple(
    "What is the difference between TCP and UDP?",
    "TCP guarantees order and delivery, UDP does not.",
    "Unlike UDP, TCP makes sure that packets arrive, and in order.",
  ),
  triple("Which enzyme digests milk sugar?", "Lactase splits lactose into glucose and galactose.", "Lactose is broken down by lactase."),
  triple("What caused the eruption of 1815?", "Mount Tambora exploded in April 1815.", "The great eruption in 1815 was Tambora's."),
  triple(
    "How old is the universe?",
    "The universe is about 13.8 billion years old.",
    "Some 13.8 billion years have passed since the Big Bang.",
  ),
  // Hobbies and culture
  triple("Which book is the club reading?", "Our book club picked The Remains of the Day.", "This month's book is The Remains of the Day."),
  triple("What game did Leo win?", "Leo came first in the chess tournament.", "The chess tournament was won by Leo."),
  triple("What's her favourite film?", "The film she loves most is Spirited Away.", "Spirited Away is the movie she likes best."),
  triple("How did the match end?", "We lost three to one after a red card.", "A red card and a 3–1 defeat for us."),
  triple("What camera does Noor use?", "Noor takes photos with an old Leica.", "An old Leica is Noor's camera."),
  triple("When does the choir practise?", "Choir rehearsal is on Mondays at eight.", "The singers meet every Monday evening at 8."),
  triple(
    "What are you painting?",
    "I am working on a watercolour of the harbour at dawn.",
    "My current picture shows the harbour at sunrise, in watercolours.",
  ),
  triple(
    "Which pottery class did she join?",
    "She signed up for the wheel-throwing course on Thursdays.",
    "Thursdays she learns to throw pots on the wheel.",
  ),
  // Preferences and rules for an agent
  triple("How should replies be formatted?", "User: please answer in short bullet points.", "The user wants brief bulleted answers."),
  triple("Which language does the user prefer?", "User: write to me in British English.", "British spelling is what the user asked for."),
  triple("When may I phone her?", "Please never call before nine in the morning.", "Calls are welcome only after nine."),
  triple("Does he like surprises?", "He said that surprise parties make him anxious.", "Surprise parties are something he dreads."),
  triple("What are her political views?", "She votes for the Greens and campaigns against coal.", "A Green voter, she fights coal."),
  triple(
    "What does Omar think of electric cars?",
    "Omar finds electric cars too expensive.",
    "In Omar's opinion electric cars cost too much.",
  ),
  triple(
    "Which airline does the user avoid?",
    "User: I will not fly with Skyfast again after they lost my luggage.",
    "Since the lost suitcase the user refuses to fly Skyfast.",
  ),
  // Money, law, administration
  triple(
    "Is the mortgage rate fixed?",
    "The interest on the house loan is locked for ten years.",
    "For ten years the mortgage's rate cannot change.",
  ),
  triple(
    "What does the landlord allow?",
    "Pets are permitted in the flat if the landlord agrees in writing.",
    "With the landlord's written consent we may keep animals.",
  ),
  triple(
    "How do I file the VAT return?",
    "Send the VAT form by the tenth of the following month.",
    "The sales tax return is due on the tenth of the next month.",
  ),
  triple(
    "Where is the spare key?",
    "A second key lies under the flower pot by the gate.",
    "Look for the extra key beneath the pot near the gate.",
  ),
  triple("What's the licence plate of the van?", "The van's number plate is K-RT 4471.", "K-RT 4471 is on the plate of the van."),
  triple("How much rent do they pay?", "Their flat costs 1,150 a month.", "Each month 1,150 goes to rent."),
];
