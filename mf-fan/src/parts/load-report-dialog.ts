/** Loads the report dialog. */
export const loadReportDialog = () =>
  import(/* webpackChunkName: "report" */ '../reports/ReportDialog');
