// Nine conversations of two friends, made up for this bench, and questions whose answers lie in several of them. Written by hand; part of the project.
// Each subject has one conversation that talks about it at length, and others that mention it in a line: what ranks by likeness alone answers from the first.

export interface WideSession {
  readonly at: string;
  readonly turns: readonly string[];
}

export interface WideQuestion {
  readonly text: string;
  /** As `<session>:<turn>`, both from 1. */
  readonly gold: readonly string[];
}

export const SESSIONS: readonly WideSession[] = [
  {
    at: "2024-01-14T18:00:00Z",
    turns: [
      "Ann: Happy new year! I am just back from Ghent, two days of rain and waffles.",
      "Ben: Sounds like you. I stayed in and fixed the kitchen tap, it had been dripping since autumn.",
      "Ann: Did you need a plumber?",
      "Ben: No, just a new washer. What did you see there?",
      "Ann: The altarpiece, mostly. And a brass band in the square.",
      "Ben: My sister wants me to join her choir. I said maybe.",
    ],
  },
  {
    at: "2024-02-20T19:30:00Z",
    turns: [
      "Ann: I took Pepper to the vet on Monday, she had swallowed a button.",
      "Ben: Poor dog! Is she all right?",
      "Ann: She is, it came out by itself. The bill hurt more.",
      "Ben: I went to the first rehearsal of the choir. Twelve people and one who can sing.",
      "Ann: And that one is you?",
      "Ben: Certainly not. Oh, and I applied at the harbour office.",
    ],
  },
  {
    at: "2024-03-17T17:00:00Z",
    turns: [
      "Ben: How was your week away?",
      "Ann: Porto was wonderful. I walked along the river every morning and hardly looked at my phone.",
      "Ben: Would you travel there again?",
      "Ann: At once. The trip was cheap, the trams are lovely, and travelling alone suits me.",
      "Ben: I never know what to pack when I travel.",
      "Ann: I only take a small bag on a trip. Travelling light is half the holiday.",
      "Ben: Next time you plan a trip, tell me which guide you travel with.",
      "Ann: No guide at all, I talk to people on the tram.",
    ],
  },
  {
    at: "2024-04-28T18:15:00Z",
    turns: [
      "Ben: They took me! I start at the harbour office in May.",
      "Ann: Congratulations! What will you do there?",
      "Ben: Berths and permits. Somebody has to know which ship lies where.",
      "Ann: I threw my first bowl at the pottery class. It leans.",
      "Ben: Leaning bowls are modern.",
      "Ann: Pepper ate half of the clay, so we were at the vet once more.",
    ],
  },
  {
    at: "2024-06-09T20:00:00Z",
    turns: [
      "Ben: The washing machine broke down and I repaired it myself, with a belt for nine euros.",
      "Ann: You should open a repair shop.",
      "Ben: Repairing things calms me. A broken thing is a riddle, and once it is repaired the riddle is solved.",
      "Ann: Did you ever repair something and it broke again at once?",
      "Ben: The toaster, twice. I repaired the spring and then the lever broke.",
      "Ann: I would have thrown it away.",
      "Ben: Broken things pile up in my cellar. I repair one each rainy Sunday.",
      "Ann: I sold the leaning bowl, by the way. Somebody liked it.",
    ],
  },
  {
    at: "2024-07-21T18:45:00Z",
    turns: [
      "Ann: I saw the whole fjord from the hill above Bergen. My knees still complain.",
      "Ben: Did it rain?",
      "Ann: For one hour, which is nothing there.",
      "Ben: Our choir sang in the church at midsummer. I hit the high note, nearly.",
      "Ann: I wish I had heard it!",
      "Ben: There is a recording. You will not hear it from me.",
    ],
  },
  {
    at: "2024-09-08T17:30:00Z",
    turns: [
      "Ann: Big news: I signed for a flat in the old mill. I move in November.",
      "Ben: With the dog?",
      "Ann: With the dog and the wheel. There is room for a kiln in the shed.",
      "Ben: They made me head of the berth desk, since Maarten retired.",
      "Ann: So soon! You only came in spring.",
      "Ben: Nobody else wanted the night calls.",
    ],
  },
  {
    at: "2024-10-20T19:00:00Z",
    turns: [
      "Ben: Tell me about the dog, you sounded worried on the phone.",
      "Ann: Pepper limps. The vet took pictures of the paw and found a splinter.",
      "Ben: What does the vet say now?",
      "Ann: The vet says rest, and the dog must wear a collar. The dog hates the vet and the collar.",
      "Ben: Every dog hates the vet.",
      "Ann: The vet keeps biscuits in a drawer, so the dog forgives the vet in the end.",
      "Ben: I got the old radio of my grandfather to play again, it only wanted a new valve.",
      "Ann: I would love to hear it when I am settled.",
    ],
  },
  {
    at: "2024-12-15T18:00:00Z",
    turns: [
      "Ann: The kiln works! Six mugs came out whole, and I keep all of them.",
      "Ben: Is the flat in the mill warm enough?",
      "Ann: Warm and quiet. I unpacked the last box on Sunday.",
      "Ben: The choir goes on tour in spring, and I carry the scores.",
      "Ann: I booked Krakow for New Year, by night train.",
      "Ben: Then I will feed Pepper. And mend your lamp while I am there.",
    ],
  },
];

export const QUESTIONS: readonly WideQuestion[] = [
  { text: "Summarise Ann's travels.", gold: ["1:1", "3:2", "6:1", "9:5"] },
  { text: "In which order did Ann travel to her destinations?", gold: ["1:1", "3:2", "6:1", "9:5"] },
  { text: "List all the trips that Ann told about.", gold: ["1:1", "3:2", "6:1", "9:5"] },
  { text: "What are all the things that Ben repaired?", gold: ["1:2", "5:1", "5:5", "8:7"] },
  { text: "Give me a timeline of Ben's repairs.", gold: ["1:2", "5:1", "5:5", "8:7"] },
  { text: "All the times Ben mended something that was broken", gold: ["1:2", "5:1", "5:5", "8:7", "9:6"] },
  { text: "List every visit to the vet with Pepper.", gold: ["2:1", "4:6", "8:2"] },
  { text: "All the times the dog was at the vet", gold: ["2:1", "4:6", "8:2"] },
  { text: "Summarise how Ben's choir went over the year.", gold: ["1:6", "2:4", "6:4", "9:4"] },
  { text: "Timeline of Ben and the choir", gold: ["1:6", "2:4", "6:4", "9:4"] },
  { text: "In what order did things happen with Ben's job at the harbour?", gold: ["2:6", "4:1", "7:4"] },
  { text: "Give me an overview of Ann's pottery.", gold: ["4:4", "5:8", "7:3", "9:1"] },
  { text: "What happened with Ann's pottery, in chronological order?", gold: ["4:4", "5:8", "7:3", "9:1"] },
  { text: "Recap Ann's move to the mill.", gold: ["7:1", "7:3", "9:3"] },
];
