import { anOwnProfile } from '@kickoff/testing';

/** The signed-in fan, as the own profile and as others see it. */
export const me = anOwnProfile();
export const myself = { _id: me._id, username: me.username, profilePicture: '' };

export const kwame = { _id: 'b'.repeat(24), username: 'kwame.asante', profilePicture: '' };
export const priya = { _id: 'c'.repeat(24), username: 'priya_raman', profilePicture: '' };
export const hana = { _id: 'e'.repeat(24), username: 'hana.sato', profilePicture: '' };
