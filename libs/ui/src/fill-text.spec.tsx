import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';

import { fillText, pluralText } from './fill-text';
import { FilledText } from './FilledText';

describe('fillText', () => {
  it('replaces every occurrence of each name', () => {
    expect(fillText('{home} 2:1 {away}, well done {home}', { home: 'Ajax', away: 'PSV' })).toBe(
      'Ajax 2:1 PSV, well done Ajax',
    );
  });

  it('does not replace braces inside a value', () => {
    expect(fillText('Hello {name}, {day}', { name: '{day}', day: 'Monday' })).toBe(
      'Hello {day}, Monday',
    );
  });
});

describe('pluralText', () => {
  const likes = { one: '{count} like', other: '{count} likes' } as const;

  it.each([
    [0, '0', '0 likes'],
    [1, '1', '1 like'],
    [2, '2', '2 likes'],
    [1_250, '1,250', '1,250 likes'],
  ])('picks the plural form for %d', (count, formatted, text) => {
    expect(pluralText(likes, count, { count: formatted })).toBe(text);
  });
});

describe('FilledText', () => {
  it('renders elements in place of the names', () => {
    const { container } = render(
      <FilledText
        text="{fan} likes your post, {when}"
        values={{ fan: <b>priya_raman</b>, when: 'today' }}
      />,
    );

    expect(container.innerHTML).toBe('<b>priya_raman</b> likes your post, today');
  });
});
