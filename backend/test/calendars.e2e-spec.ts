import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LeagueData, TeamCalendar } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

describe("calendar of a fan's team", () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff({ PUBLIC_URL: 'https://kickoff.example' });
  });
  afterAll(() => kickoff.stop());

  async function aFanOf(team: string): Promise<Caller> {
    const fan = await aFan(kickoff);
    await kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });
    return fan;
  }

  async function addressOf(fan: Caller): Promise<string> {
    const answer = await as(kickoff, fan).get('/api/football/calendar').expect(200);
    return TeamCalendar.parse(answer.body).url;
  }

  const fetchAt = (address: string) => asVisitor(kickoff).get(new URL(address).pathname);
  /** The lines of a calendar, unfolded. */
  const linesOf = (text: string) => text.replaceAll('\r\n ', '').trimEnd().split('\r\n');

  it('has a stable private URL below the public address', async () => {
    const fan = await aFanOf('Arsenal');

    const address = await addressOf(fan);

    expect(address).toMatch(
      /^https:\/\/kickoff\.example\/api\/football\/calendar\/[\w-]{32}\.ics$/,
    );
    expect(await addressOf(fan)).toBe(address);
    expect(await addressOf(await aFanOf('Arsenal'))).not.toBe(address);
  });

  it.each(['Arsenal', 'arsenal fc', 'ARS', ' Arsenal '])(
    'lists every match of %j in all its leagues without a session',
    async (team) => {
      const fan = await aFanOf(team);

      const answer = await fetchAt(await addressOf(fan));

      const lines = linesOf(answer.text);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(38 + 8);
      expect(
        lines.filter((line) => line.startsWith('SUMMARY:')).every((line) => /Arsenal/.test(line)),
      ).toBe(true);
      expect(lines).toContain('DESCRIPTION:Premier League\\, simulated season (demo data)');
    },
  );

  it('describes a match with id, time, address and score', async () => {
    const fan = await aFanOf('Ajax');
    const league = await as(kickoff, fan).get('/api/football?league=eredivisie');
    const match = LeagueData.parse(league.body).matches.find(
      ({ status, homeTeam }) => status === 'FINISHED' && homeTeam.shortName === 'Ajax',
    );
    const { homeTeam, awayTeam } = match?.score.fullTime ?? {};

    const lines = linesOf((await fetchAt(await addressOf(fan))).text);

    const from = lines.indexOf(`UID:${match?.id ?? ''}@kickoff.example`);
    const event = lines.slice(from, lines.indexOf('END:VEVENT', from));
    expect(event).toContain(`DTSTART:${(match?.utcDate ?? '').replace(/[-:]|[.]000/g, '')}`);
    expect(event).toContain(
      `SUMMARY:Ajax - ${match?.awayTeam.shortName ?? ''} ${homeTeam ?? ''}-${awayTeam ?? ''}`,
    );
    expect(event).toContain('LOCATION:Johan Cruijff ArenA');
    expect(event).toContain(
      `URL:https://kickoff.example/match/${encodeURIComponent(match?.id ?? '')}`,
    );
  });

  it('has no line longer than 75 bytes', async () => {
    const fan = await aFanOf('FC Bayern München');

    const { text } = await fetchAt(await addressOf(fan));

    const lengths = text.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(lengths.length).toBeGreaterThan(300);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });

  it.each(['', 'The Sunday Elevens', '$where'])(
    'has no events when the team is %j',
    async (team) => {
      const fan = await aFanOf(team);

      const answer = await fetchAt(await addressOf(fan));

      expect(answer.status).toBe(200);
      expect(linesOf(answer.text)).not.toContain('BEGIN:VEVENT');
      expect(linesOf(answer.text).at(-1)).toBe('END:VCALENDAR');
    },
  );

  it('gets a new URL on DELETE, and the old one answers 404', async () => {
    const fan = await aFanOf('Arsenal');
    const old = await addressOf(fan);

    const answer = await as(kickoff, fan).delete('/api/football/calendar');

    const { url } = TeamCalendar.parse(answer.body);
    expect(answer.status).toBe(200);
    expect((await fetchAt(old)).status).toBe(404);
    expect((await fetchAt(url)).status).toBe(200);
    expect(await addressOf(fan)).toBe(url);
  });

  it('has one URL under concurrent requests', async () => {
    const fan = await aFanOf('Arsenal');

    const addresses = await Promise.all(Array.from({ length: 8 }, () => addressOf(fan)));

    expect(new Set(addresses).size).toBe(1);
  });

  it('answers 404 after its fan was deleted', async () => {
    const fan = await aFanOf('Arsenal');
    const address = await addressOf(fan);
    await kickoff.connection.collection('users').deleteOne({ _id: new Types.ObjectId(fan.id) });

    expect((await fetchAt(address)).status).toBe(404);
  });

  it.each(['nothing', 'nothing.ics', `${'a'.repeat(32)}.ics`, 'a'.repeat(32)])(
    'answers 404 for the file %s',
    async (file) => {
      const answer = await asVisitor(kickoff).get(`/api/football/calendar/${file}`);

      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );
});
