import {
  normalizeEmail,
  type OwnProfile,
  type ProfileForm as ProfileFields,
} from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  Field,
  fillText,
  FormAlert,
  PasswordField,
} from '@kickoff/ui';
import { CallFailure, raiseToast, useExclusiveMutation, useOwnProfile } from '@kickoff/web';
import { type OpenDraft, useDraft } from '@kickoff/web/drafts';
import { useEffect, useId, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';

import { clearError, showError } from '../../show-error';
import { useTeams } from '../../teams/useTeams';
import { texts } from '../../texts';
import { useUpdateProfile } from './api/useUpdateProfile';
import { cutPicture, WHOLE, type Crop } from './crop';
import { PictureCrop } from './PictureCrop';

/** A chosen picture that has not been uploaded. */
export interface ChosenPicture {
  image: ImageBitmap;
  crop: Crop;
}

export interface ProfileFormProps {
  picture: ChosenPicture | undefined;
  onPicture: (picture: ChosenPicture | undefined) => void;
  onUpdated: () => void;
}

const UPDATE = 'update profile';

const NAMES = ['username', 'email', 'phone', 'fav_team1', 'fav_player'] as const;
type TextField = (typeof NAMES)[number];

/** Changed and unsaved fields; all others show the server's values. */
function typedFields(text: string): Partial<Record<TextField, string>> {
  const written: unknown = JSON.parse(text || '{}');
  const stored = new Map<string, unknown>(Object.entries(written ?? {}));
  return Object.fromEntries(
    NAMES.flatMap((name) =>
      typeof stored.get(name) === 'string' ? [[name, stored.get(name)]] : [],
    ),
  );
}

type FaultyField = keyof ProfileFields | 'profilePicture';

interface Fault {
  text: string;
  /** The invalid field, if the server named one. */
  field?: string | undefined;
}

function passwordIn(form: HTMLFormElement): string {
  const password = new FormData(form).get('currentPassword');
  return typeof password === 'string' ? password : '';
}

/** Returns the field of a rejection; a wrong password is known by its status only. */
function fieldOf({ status, field }: CallFailure): string | undefined {
  return status === 403 ? 'currentPassword' : field;
}

interface Update {
  draft: OpenDraft;
  fields: ProfileFields;
  picture: ChosenPicture | undefined;
}

interface FieldsProps extends ProfileFormProps {
  profile: OwnProfile;
}

function Fields({ profile, picture, onPicture, onUpdated }: FieldsProps) {
  const id = useId();
  const draft = useDraft(profile._id, 'profile');
  const typed = typedFields(draft.text);
  const { data: teams } = useTeams({ enabled: true });
  const updateProfile = useUpdateProfile();
  const [fault, setFault] = useState<Fault>();
  const form = useRef<HTMLFormElement>(null);

  const { username, email, phone, fav_team1, fav_player } = profile;
  const fields = { username, email, phone, fav_team1, fav_player, ...typed };
  const faultIdOf = (name: FaultyField) => (fault?.field === name ? `${id}fault` : undefined);
  const alertAt = (name?: FaultyField) =>
    fault && fault.field === name ? (
      <FormAlert kind="error" id={`${id}fault`} text={fault.text} />
    ) : null;
  // The email gives access to the account, so changing it requires the password.
  const isEmailChanged = normalizeEmail(fields.email) !== email;
  const bind = (name: TextField) => ({
    name,
    value: fields[name],
    required: true,
    faultId: faultIdOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      draft.write(JSON.stringify({ ...typed, [name]: event.target.value }));
    },
  });
  const choosePicture = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setFault(undefined);
    try {
      const image = await createImageBitmap(file);
      onPicture({ image, crop: WHOLE });
    } catch {
      target.value = '';
      setFault({
        text: fillText(texts.profileForm.noPicture, { name: file.name }),
        field: 'profilePicture',
      });
    }
  };
  const removePicture = () => {
    onPicture(undefined);
    const input = form.current?.elements.namedItem('profilePicture');
    // The same file can be chosen again.
    if (input instanceof HTMLInputElement) input.value = '';
  };
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: async ({ fields: given, picture: chosen }: Update) => {
      const file = chosen && (await cutPicture(chosen.image, chosen.crop));
      await updateProfile({ fields: given, picture: file });
    },
    onMutate: () => {
      clearError(UPDATE);
      setFault(undefined);
    },
    onSuccess: (_, sent) => {
      sent.draft.discard();
      onPicture(undefined);
      raiseToast({ kind: 'ok', text: texts.profileForm.updated });
      // The fan may have left the page by now.
      if (form.current) onUpdated();
    },
    onError: (failure) => {
      if (!form.current) {
        // The form is closed by now; its text is a draft.
        const reason = errorMessage(failure);
        showError(UPDATE)(fillText(texts.profileForm.notUpdated, { reason }));
        return;
      }
      const field = failure instanceof CallFailure ? fieldOf(failure) : undefined;
      setFault({ text: errorMessage(failure), field });
      const wrong = form.current.elements.namedItem(field ?? '');
      if (wrong instanceof HTMLElement) wrong.focus();
    },
  });
  const update = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = isEmailChanged ? { currentPassword: passwordIn(event.currentTarget) } : {};
    mutate({ draft, fields: { ...fields, ...password }, picture });
  };

  return (
    <form
      className="ko-form ko-mt-3"
      aria-label={texts.profileForm.name}
      ref={form}
      onSubmit={update}
    >
      <Field label={texts.profileForm.username} autoComplete="username" {...bind('username')} />
      {alertAt('username')}
      <Field label={texts.profileForm.email} type="email" autoComplete="email" {...bind('email')} />
      {alertAt('email')}
      {isEmailChanged ? (
        <PasswordField
          label={texts.password.current}
          name="currentPassword"
          autoComplete="current-password"
          required
          hint={texts.profileForm.passwordHint}
          faultId={faultIdOf('currentPassword')}
        />
      ) : null}
      {alertAt('currentPassword')}
      <Field label={texts.profileForm.phone} type="tel" autoComplete="tel" {...bind('phone')} />
      {alertAt('phone')}
      <Field
        label={texts.profileForm.team}
        hint={texts.profileForm.teamHint}
        list={`${id}teams`}
        autoComplete="off"
        {...bind('fav_team1')}
      />
      <datalist id={`${id}teams`}>
        {teams?.map(({ id: team, name }) => (
          <option key={team} value={name} />
        ))}
      </datalist>
      {alertAt('fav_team1')}
      <Field label={texts.profileForm.player} autoComplete="off" {...bind('fav_player')} />
      {alertAt('fav_player')}
      <Field
        label={texts.profileForm.picture}
        name="profilePicture"
        type="file"
        accept="image/*"
        hint={texts.profileForm.optional}
        faultId={faultIdOf('profilePicture')}
        onChange={(event) => void choosePicture(event)}
      />
      {alertAt('profilePicture')}
      {picture ? (
        <PictureCrop
          {...picture}
          onChange={(crop) => onPicture({ ...picture, crop })}
          onRemove={removePicture}
        />
      ) : null}
      {alertAt()}
      <Button type="submit" look="primary" busy={isPending}>
        {texts.profileForm.submit}
      </Button>
    </form>
  );
}

/** The form of the fan's own data. Refetches it on mount. */
export default function ProfileForm(props: ProfileFormProps) {
  const { data: profile, isError, isFetching, refetch } = useOwnProfile();
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    let isShown = true;
    void refetch().then(() => {
      if (isShown) setFresh(true);
    });
    return () => {
      isShown = false;
    };
  }, [refetch]);

  if (profile && isFresh) return <Fields {...props} profile={profile} />;
  if (isError && !isFetching) {
    return <ErrorState text={texts.profile.failed} onRetry={() => void refetch()} />;
  }
  return <p role="status">{texts.profile.loading}</p>;
}
