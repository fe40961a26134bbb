package httpapi

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/edge/apikit"
)

// jobRoutes registers the operations that all kinds of jobs have.
func (a *API) jobRoutes(r *apikit.Router) {
	apikit.Get(r, "/jobs", a.listJobs(""), operation{ID: "listJobs", Scope: access.LinksRead, Tag: "Imports and exports", Summary: "List imports, exports, retrievals, checks and changes of links",
		Description: "Newest first. Jobs are listed for 90 days and their files are available for 7."})
	for _, text := range []struct {
		kind           job.Kind
		name, one, tag string
	}{
		{job.Import, "Import", "an import", "Imports and exports"},
		{job.Export, "Export", "an export", "Imports and exports"},
		{job.Retrieval, "Retrieval", "a retrieval", "Imports and exports"},
		{job.Check, "Check", "a check of redirects", "Imports and exports"},
		{job.Change, "Change", "a change of links", "Links"},
	} {
		kind, name, one, path := text.kind, text.name, text.one, "/"+string(text.kind)+"s"
		apikit.Get(r, path, a.listJobs(kind), operation{ID: "list" + name + "s", Scope: access.LinksRead, Tag: text.tag, Summary: "List " + string(kind) + "s", Description: "Newest first."})
		apikit.Get(r, path+"/{id}", a.getJob(kind), operation{ID: "get" + name, Scope: access.LinksRead, Tag: text.tag, Summary: "Get " + one})
		apikit.Post(r, path+"/{id}/cancel", a.transitionJob(kind, a.cancelJob), operation{ID: "cancel" + name, Scope: access.LinksWrite, Tag: text.tag, Summary: "Cancel " + one,
			Description: "What was processed is not rolled back.", Errors: codes(fault.Conflict)})
		apikit.Post(r, path+"/{id}/resume", a.transitionJob(kind, a.resumeJob), operation{ID: "resume" + name, Scope: access.LinksWrite, Tag: text.tag, Summary: "Resume " + one,
			Description: "Continues a cancelled or failed job from where it stopped.", Errors: codes(fault.Conflict)})
		apikit.Delete(r, path+"/{id}", a.removeJob(kind), operation{ID: "delete" + name, Scope: access.LinksWrite, Tag: text.tag, Summary: "Delete " + one,
			Description: "Deletes the job and its files, not the links. An active job must be cancelled first.", Errors: codes(fault.Conflict)})
	}
}

func (a *API) linkChangeRoutes(r *apikit.Router) {
	const asJob = " Runs as a job, whose progress is returned by GET /changes/{id}. Each link stores a version and an event, as if it was changed alone. "
	apikit.Patch(r, "/links", a.changeLinks, operation{ID: "changeLinks", Scope: access.LinksWrite, Tag: "Links", Summary: "Change all links of a filter", Status: http.StatusAccepted, StrictQuery: true,
		Description: "Changes the fields in the request." + asJob + "Links that are created meanwhile are left out.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/links", a.deleteFilteredLinks, operation{ID: "deleteFilteredLinks", Scope: access.LinksWrite, Tag: "Links", Summary: "Delete all links of a filter", Status: http.StatusAccepted, StrictQuery: true,
		Description: "Their aliases stay reserved and return 410." + asJob + "POST /changes/{id}/undo restores them.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/changes/{id}/undo", a.undoChange, operation{ID: "undoChange", Scope: access.LinksWrite, Tag: "Links", Summary: "Undo a change of links", Status: http.StatusAccepted,
		Description: "Restores deleted links, and gives changed ones their previous values unless they were changed since. Runs as a job. Possible for 7 days after the change has ended or was cancelled.",
		Errors:      codes(fault.Conflict)})
	apikit.Get(r, "/changes/{id}/report", a.changeReport, operation{ID: "getChangeReport", Scope: access.LinksRead, Tag: "Links", Summary: "Download the report of a change of links",
		Description: "CSV with the columns linkId, versionBefore, before and message, which says why a link was not changed."})
}

func (a *API) transferRoutes(r *apikit.Router) {
	apikit.Post(r, "/imports", a.createImport, operation{Upload: true, ID: "createImport", Scope: access.LinksWrite, Tag: "Imports and exports", Summary: "Import links from a CSV file", Status: http.StatusCreated,
		Description: "The body is the file: text/csv, or multipart/form-data with a part named file; UTF-8, at most 1 GB of text, also compressed with gzip, with a header line. " +
			"Columns may have any names: the exports of Bitly, Rebrandly, YOURLS, Shlink, Kutt, Dub and Short.io are recognised. " +
			"With start=false the job stays a draft until it is started.",
		Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Post(r, "/imports/{id}/preview", a.previewImport, operation{ID: "previewImport", Scope: access.LinksWrite, Tag: "Imports and exports", Summary: "Preview an import",
		Description: "Checks the first 1,000 rows. Changes nothing.", Errors: codes(fault.Gone)})
	apikit.Post(r, "/imports/{id}/start", a.startImport, operation{ID: "startImport", Scope: access.LinksWrite, Tag: "Imports and exports", Summary: "Start an import",
		Description: "Returns 402 if the plan does not allow that many links, unless partly is true.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Get(r, "/imports/{id}/report", a.output(job.Import), operation{ID: "getImportReport", Scope: access.LinksRead, Tag: "Imports and exports", Summary: "Download the report of an import",
		Description: "CSV with the columns row, line, result, shortUrl, url and message."})
	apikit.Post(r, "/exports", a.createExport, operation{ID: "createExport", Scope: access.LinksRead, Tag: "Imports and exports", Summary: "Export links", Status: http.StatusCreated,
		Description: "Exports all links, those that match a filter, or up to 1,000 by id. An import of the file restores everything but passwords.",
		Errors:      codes(fault.Conflict)})
	apikit.Get(r, "/exports/{id}/file", a.output(job.Export), operation{ID: "getExportFile", Scope: access.LinksRead, Tag: "Imports and exports", Summary: "Download the file of an export",
		Description: "CSV or JSON, or a ZIP archive of QR codes. Spreadsheets do not interpret any cell of the CSV as a formula."})
	describeFiles(r.OpenAPI())
}
