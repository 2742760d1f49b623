import { RETENTION_MS } from './live-bus.js';
import type { LiveMessage } from './live-message.js';

/** Bounds of the retained messages; bytes are of their JSON. */
const MAX_MESSAGES = 50_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** A block is closed when it exceeds one of these, and evicted as a whole. */
const BLOCK = { messages: 100, bytes: 64 * 1024, ms: 10_000 };

type Body = LiveMessage['body'];

/** Messages in order as JSON, because objects need almost twice the memory. */
interface Block {
  /** The number of its first message. */
  first: number;
  count: number;
  bytes: number;
  beganAtMs: number;
  lastAtMs: number;
  /** One line for each message while it is open. */
  lines: string[];
  /** All lines once it is closed. */
  text?: Buffer;
}

/** The messages of the last minutes, numbered from 1 without gaps. */
export class MessageLog {
  private readonly blocks: Block[] = [];
  private last = 0;
  private count = 0;
  private bytes = 0;

  /** The number of the newest message; 0 if there was none. */
  get lastNumber(): number {
    return this.last;
  }

  /** Stores a message and returns its number. */
  add(body: Body, atMs: number): number {
    const line = JSON.stringify(body);
    const bytes = Buffer.byteLength(line);
    const block = this.openBlock(atMs);
    block.lines.push(line);
    block.count += 1;
    block.bytes += bytes;
    block.lastAtMs = atMs;
    this.last += 1;
    this.count += 1;
    this.bytes += bytes;
    this.evict(atMs);
    return this.last;
  }

  /**
   * Returns the messages after a number, oldest first; undefined if one of them is no longer stored,
   * or the number is not known.
   */
  after(number: number, nowMs: number): { number: number; body: Body }[] | undefined {
    this.evict(nowMs);
    const oldest = this.blocks[0]?.first ?? this.last + 1;
    if (number > this.last || number < oldest - 1) return undefined;
    return this.blocks
      .filter(({ first, count }) => first + count - 1 > number)
      .flatMap((block) => bodiesOf(block).map((body, at) => ({ number: block.first + at, body })))
      .filter((message) => message.number > number);
  }

  /** Returns the newest block, or a new one if that is full or too old. */
  private openBlock(atMs: number): Block {
    const newest = this.blocks.at(-1);
    if (newest) {
      const isFull = newest.count >= BLOCK.messages || newest.bytes >= BLOCK.bytes;
      if (!isFull && atMs - newest.beganAtMs < BLOCK.ms) return newest;
      newest.text = Buffer.from(newest.lines.join('\n'));
      newest.lines = [];
    }
    const block: Block = {
      first: this.last + 1,
      count: 0,
      bytes: 0,
      beganAtMs: atMs,
      lastAtMs: atMs,
      lines: [],
    };
    this.blocks.push(block);
    return block;
  }

  private evict(nowMs: number): void {
    for (let [oldest] = this.blocks; oldest; [oldest] = this.blocks) {
      const isOld = oldest.lastAtMs <= nowMs - RETENTION_MS;
      if (!isOld && this.count <= MAX_MESSAGES && this.bytes <= MAX_BYTES) return;
      this.blocks.shift();
      this.count -= oldest.count;
      this.bytes -= oldest.bytes;
    }
  }
}

function bodiesOf({ text, lines }: Block): Body[] {
  const all = text ? text.toString().split('\n') : lines;
  return all.map((line) => JSON.parse(line) as Body);
}
