/** Fetches the dialog in which a fan says what is wrong with something. */
export const loadReportDialog = () =>
  import(/* webpackChunkName: "report" */ '../reports/ReportDialog');
