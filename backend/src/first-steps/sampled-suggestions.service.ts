import { Injectable } from '@nestjs/common';
import type { FriendSuggestion } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { SuggestionsService } from '../people/suggestions.service.js';
import { PostSamples } from '../posts/post-samples.js';

/** Suggests fans, each with a sample of what they wrote. */
@Injectable()
export class SampledSuggestionsService {
  constructor(
    private readonly suggestions: SuggestionsService,
    private readonly samples: PostSamples,
  ) {}

  async suggest(fan: Fan, size?: number): Promise<FriendSuggestion[]> {
    const fans = await this.suggestions.suggest(fan, size);
    const samples = await this.samples.find(
      fan.id,
      fans.map(({ _id }) => _id),
    );
    return fans.map((suggestion) => {
      const sample = samples.get(suggestion._id);
      return sample === undefined ? suggestion : { ...suggestion, sample };
    });
  }
}
