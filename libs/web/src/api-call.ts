import type { API, ApiAnswer, ApiBody, ApiCall } from '@kickoff/contracts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A path with ':' for each segment that is a value: '/api/pt/posts/:/likes'. */
type PathShape<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? `${SegmentShape<Segment>}/${PathShape<Rest>}`
  : SegmentShape<Path>;

type SegmentShape<Segment extends string> = string extends Segment
  ? ':'
  : Segment extends `:${string}`
    ? ':'
    : Segment;

type WithoutQuery<Address extends string> = Address extends `${infer Path}?${string}`
  ? Path
  : Address;

type CallsByShape = { [Call in keyof typeof API as PathShape<Call>]: Call };

/** The API call of a method and an address; never if there is none. */
export type CallOf<
  Method extends HttpMethod,
  Address extends string,
> = `${Method} ${PathShape<WithoutQuery<Address>>}` extends infer Shape extends keyof CallsByShape
  ? CallsByShape[Shape]
  : never;

/** What the call answers. */
export type AnswerOf<Method extends HttpMethod, Address extends string> = ApiAnswer<
  CallOf<Method, Address>
>;

/** The option for the call's body: a form, or the type in the contract. */
export type BodyOption<Call extends ApiCall> = [Call] extends [never]
  ? { notInTheContract: never }
  : undefined extends ApiBody<Call>
    ? { body?: never }
    : { body: ApiBody<Call> | FormData };
