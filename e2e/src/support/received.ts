import type { Page } from '@playwright/test';
import { z } from 'zod';

const Goals = z.object({ homeTeam: z.int().nullable(), awayTeam: z.int().nullable() });
const Scored = z.object({ id: z.string(), score: z.object({ fullTime: Goals }) });
const Entry = z.object({ kind: z.string(), score: Goals.optional(), seq: z.int() });
const Payload = z.object({ eventName: z.string(), data: z.string() });

/** What a page was sent of a match, each with its time in ms. */
export interface ReceivedGoal {
  atMs: number;
  /** The address of the response, or the name of the live event. */
  from: string;
  goals: number;
}

/** Collects every score of a match, and every entry with one, that reaches a page over the network. */
export async function collectGoals(page: Page, matchId: string): Promise<ReceivedGoal[]> {
  const received: ReceivedGoal[] = [];
  const collect = (from: string, text: string) => {
    const atMs = Date.now();
    for (const goals of goalsIn(text, matchId)) received.push({ atMs, from, goals });
  };
  page.on('response', (response) => {
    const url = response.url();
    if (!/[/]api[/](?!events)/.test(url)) return;
    // A response that is broken off by a navigation has no body.
    response.text().then(
      (text) => collect(url, text),
      () => undefined,
    );
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.eventSourceMessageReceived', (event) => {
    const { eventName, data } = Payload.parse(event);
    collect(eventName, data);
  });
  return received;
}

/** The goals that each score of the match in a JSON text states. */
function goalsIn(text: string, matchId: string): number[] {
  if (!text.includes(matchId)) return [];
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return [];
  }
  return walk(document, matchId);
}

function walk(value: unknown, matchId: string): number[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((part: unknown) => walk(part, matchId));
  const match = Scored.safeParse(value);
  if (match.success) return match.data.id === matchId ? [sum(match.data.score.fullTime)] : [];
  // Of a timeline or a thread: the document names no other match.
  const entry = Entry.safeParse(value);
  return entry.success && entry.data.score ? [...inside, sum(entry.data.score)] : inside;
}

function sum({ homeTeam, awayTeam }: z.infer<typeof Goals>): number {
  return (homeTeam ?? 0) + (awayTeam ?? 0);
}
