import { WorkVariable } from '../work/work-variable.js';

/** What every line that is logged on behalf of a request carries. */
export interface RequestFacts {
  requestId: string;
  address: string;
}

/** The request on whose behalf the code runs, where there is one. */
export const requestContext = new WorkVariable<RequestFacts>();
