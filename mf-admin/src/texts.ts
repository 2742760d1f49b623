/** Every text of the admins' pages: what several of them show, then page by page. */
export const texts = {
  common: {
    actions: 'Actions',
    active: 'Active',
    cancel: 'Cancel',
    close: 'Close',
    delete: 'Delete',
    email: 'Email',
    loading: 'Loading...',
    name: 'Name',
    never: 'Never',
    none: 'None',
    openReport: 'With an open report',
    reasonForAuthor: 'Reason, shown to the author (optional)',
    remove: 'Remove',
    reports: 'Reports',
    restore: 'Restore',
    retry: 'Retry',
    state: 'State',
    status: 'Status',
    suspend: 'Suspend',
    suspended: 'Suspended',
    tooLong: { one: '{count} character too many', other: '{count} characters too many' },
  },
  confirmation: {
    label: 'Type {word} to go on',
    fault: 'Please type {word} as it is written here.',
  },
  reason: {
    missing: 'Please give a reason.',
    until: 'Until (leave empty for no end)',
  },
  suspension: {
    reasonForFan: 'Reason, shown to the fan',
    reasonForFans: 'Reason, shown to the fans',
    effect:
      'All sessions end at once, and no login is possible. Nothing is deleted. The reason is shown at login and sent by email. Each suspension can be appealed once.',
  },
} as const;
