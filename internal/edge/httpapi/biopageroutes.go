package httpapi

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/edge/apikit"
)

func (a *API) bioPageRoutes(r *apikit.Router) {
	const tag = "Bio pages"
	apikit.Get(r, "/bio-pages", a.listBioPages, operation{ID: "listBioPages", Scope: access.PagesRead, Tag: tag, Summary: "List bio pages",
		Description: "Newest first."})
	apikit.Post(r, "/bio-pages", a.createBioPage, operation{ID: "createBioPage", Scope: access.PagesWrite, Tag: tag, Summary: "Create a bio page", Status: http.StatusCreated,
		Description: "The page is not public until it is published, and its blocks may be incomplete until then. Returns 409 if the handle is taken or reserved, and 402 if the plan allows no more pages. " +
			"A link block with a title and a url creates a link, with the rules of POST /links.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Get(r, "/bio-pages/themes", a.listBioThemes, operation{ID: "listBioThemes", Scope: access.PagesRead, Tag: tag, Summary: "List themes of bio pages"})
	apikit.Post(r, "/bio-pages/preview", a.previewBioPage, operation{ID: "previewBioPage", Scope: access.PagesRead, Tag: tag, Summary: "Preview a bio page",
		Description: "Returns the HTML of the public page. Each block has its id in the attribute data-block. Stores nothing, and accepts incomplete blocks."})
	apikit.Get(r, "/bio-pages/{id}", a.getBioPage, operation{ID: "getBioPage", Scope: access.PagesRead, Tag: tag, Summary: "Get a bio page",
		Description: "Returns the draft."})
	apikit.Patch(r, "/bio-pages/{id}", a.updateBioPage, operation{ID: "updateBioPage", Scope: access.PagesWrite, Tag: tag, Summary: "Update a bio page",
		Description: "Updates the fields in the request; blocks are replaced as a whole and may be incomplete. Visitors see the change when the page is published.",
		Errors:      codes(fault.Conflict, fault.LimitReached, fault.PreconditionFailed)})
	apikit.Delete(r, "/bio-pages/{id}", a.deleteBioPage, operation{ID: "deleteBioPage", Scope: access.PagesWrite, Tag: tag, Summary: "Delete a bio page",
		Description: "Deletes the page permanently and frees its handle. The links of its blocks remain."})
	apikit.Post(r, "/bio-pages/{id}/publish", a.publishBioPage, operation{ID: "publishBioPage", Scope: access.PagesWrite, Tag: tag, Summary: "Publish a bio page",
		Description: "Shows the draft to visitors. Returns 422 with each field that it lacks, such as blocks[2].url, see incomplete of the page.", Errors: codes(fault.PreconditionFailed)})
	apikit.Post(r, "/bio-pages/{id}/unpublish", a.unpublishBioPage, operation{ID: "unpublishBioPage", Scope: access.PagesWrite, Tag: tag, Summary: "Unpublish a bio page",
		Description: "Visitors get 404."})
	apikit.Get(r, "/bio-pages/{id}/revisions", a.listBioPageRevisions, operation{ID: "listBioPageRevisions", Scope: access.PagesRead, Tag: tag, Summary: "List the revisions of a bio page",
		Description: "Newest first, at most 50. Changes that a user makes within 10 minutes share a revision."})
	apikit.Get(r, "/bio-pages/{id}/revisions/{revision}", a.getBioPageRevision, operation{ID: "getBioPageRevision", Scope: access.PagesRead, Tag: tag, Summary: "Get a revision of a bio page"})
	apikit.Post(r, "/bio-pages/{id}/revert", a.revertBioPage, operation{ID: "revertBioPage", Scope: access.PagesWrite, Tag: tag, Summary: "Revert a bio page to a revision",
		Description: "Sets the draft to the content of the revision, as a new revision."})
	a.bioPageResponseRoutes(r)
	a.bioPageExportRoutes(r)
	a.bioPageSiteRoutes(r)
	describeHTML(r.OpenAPI())
}

func (a *API) bioPageResponseRoutes(r *apikit.Router) {
	const tag = "Bio pages"
	apikit.Get(r, "/bio-pages/{id}/forms", a.listBioPageForms, operation{ID: "listBioPageForms", Scope: access.PagesRead, Tag: tag, Summary: "List the forms of a bio page",
		Description: "The forms of the draft, and then deleted ones that have responses, at most 200. For owners, admins and editors."})
	apikit.Get(r, "/bio-pages/{id}/responses", a.listBioPageResponses, operation{ID: "listBioPageResponses", Scope: access.PagesRead, Tag: tag, Summary: "List the form responses of a bio page", StrictQuery: true,
		Description: "What visitors sent with the forms of the page, newest first. For owners, admins and editors. A page stores at most 100,000 responses."})
	apikit.Get(r, "/bio-pages/{id}/responses/export", a.exportBioPageResponses, operation{ID: "exportBioPageResponses", Scope: access.PagesRead, Tag: tag, Summary: "Export the form responses of a bio page", StrictQuery: true,
		Description: "CSV, newest first. Spreadsheets do not interpret any cell as a formula. The export is recorded in the audit log."})
	apikit.Delete(r, "/bio-pages/{id}/responses", a.deleteBioPageResponses, operation{ID: "deleteBioPageResponses", Scope: access.PagesWrite, Tag: tag, Summary: "Delete the form responses of a bio page", StrictQuery: true,
		Description: "Deletes the responses to one form, or all of the page, permanently. Unknown parameters return 422."})
	apikit.Delete(r, "/bio-pages/{id}/responses/{responseId}", a.deleteBioPageResponse, operation{ID: "deleteBioPageResponse", Scope: access.PagesWrite, Tag: tag, Summary: "Delete a form response of a bio page"})
	describeResponseExport(r.OpenAPI())
}
