import { WorkVariable } from '../work/work-variable.js';

/** Fields of every line logged for a request. */
export interface RequestFacts {
  requestId: string;
  address: string;
}

/** The request for which the code runs, if any. */
export const requestContext = new WorkVariable<RequestFacts>();
