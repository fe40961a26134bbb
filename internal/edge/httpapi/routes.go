package httpapi

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/edge/apikit"
)

type operation = apikit.Operation

// register registers every operation of the API.
func (a *API) register(r *apikit.Router) {
	useRoutingSchemas(r.Schemas())
	a.authRoutes(r)
	a.installRoutes(r)
	a.meRoutes(r)
	a.workspaceRoutes(r)
	a.linkRoutes(r)
	a.bulkLinkRoutes(r)
	a.tombstoneRoutes(r)
	a.savedViewRoutes(r)
	a.labelRoutes(r)
	a.utmRoutes(r)
	a.qrRoutes(r)
	a.analyticsRoutes(r)
	a.streamRoutes(r)
	a.conversionRoutes(r)
	a.jobRoutes(r)
	a.transferRoutes(r)
	a.shareRoutes(r)
	a.sharedPageRoutes(r)
	a.dashboardRoutes(r)
}

func (a *API) authRoutes(r *apikit.Router) {
	apikit.Get(r, "/signup-status", a.signupStatus, operation{Public: true, ID: "getSignupStatus", Tag: "Auth", Summary: "Tell who may create an account"})
	apikit.Post(r, "/auth/signup", a.signup, operation{Public: true, ID: "signup", Tag: "Auth", Summary: "Create an account", Status: http.StatusCreated, Lenient: true,
		Description: "Makes a user and a workspace on the FREE package, and logs in. A taken address is 409. Where sign-up is not open, a missing or bad code is 403 with the code signup_closed.", Errors: codes(fault.Conflict, fault.SignupClosed)})
	apikit.Post(r, "/auth/login", a.login, operation{Public: true, ID: "login", Tag: "Auth", Summary: "Log in", Lenient: true,
		Description: "An unknown address and a wrong password get the same 401. Too many wrong tries are 429.", Errors: codes(fault.Unauthenticated)})
	apikit.Post(r, "/auth/logout", a.logout, operation{ID: "logout", Tag: "Auth", Summary: "Log out",
		Description: "Ends the session of the token."})
	apikit.Post(r, "/auth/forgot-password", a.forgotPassword, operation{Public: true, ID: "forgotPassword", Tag: "Auth", Summary: "Ask for a new password", Lenient: true,
		Description: "Answers alike for known and unknown addresses."})
	apikit.Post(r, "/auth/reset-password", a.resetPassword, operation{Public: true, ID: "resetPassword", Tag: "Auth", Summary: "Set a new password with a mailed token", Lenient: true,
		Description: "Ends all sessions of the user."})
}

func (a *API) installRoutes(r *apikit.Router) {
	apikit.Get(r, "/ip", a.ip, operation{Public: true, ID: "getIp", Tag: "Install", Summary: "Tell the caller's address"})
	apikit.Get(r, "/capabilities", a.capabilities, operation{ID: "getCapabilities", Tag: "Install", Summary: "Tell what this install can find out"})
	apikit.Get(r, "/packages", a.listPackages, operation{Public: true, ID: "listPackages", Tag: "Install", Summary: "List the packages on offer"})
}

func (a *API) meRoutes(r *apikit.Router) {
	apikit.Get(r, "/me", a.me, operation{ID: "getMe", Tag: "Me", Summary: "Read the own profile"})
	apikit.Patch(r, "/me", a.updateMe, operation{ID: "updateMe", Tag: "Me", Summary: "Change the own profile", Lenient: true,
		Description: "Changes what it names."})
	apikit.Post(r, "/me/password", a.changePassword, operation{ID: "changePassword", Tag: "Me", Summary: "Change the own password", Lenient: true,
		Description: "Ends the user's other sessions."})
	apikit.Get(r, "/me/sessions", a.listSessions, operation{ID: "listSessions", Tag: "Me", Summary: "List the own sessions"})
	apikit.Delete(r, "/me/sessions/{id}", a.revokeSession, operation{ID: "revokeSession", Tag: "Me", Summary: "End one of the own sessions"})
	apikit.Get(r, "/notifications", a.listNotifications, operation{ID: "listNotifications", Tag: "Notifications", Summary: "List the own notifications",
		Description: "The newest first."})
	apikit.Post(r, "/notifications/read", a.readNotifications, operation{ID: "readNotifications", Tag: "Notifications", Summary: "Mark notifications as read"})
}

func (a *API) workspaceRoutes(r *apikit.Router) {
	apikit.Get(r, "/workspaces", a.listWorkspaces, operation{ID: "listWorkspaces", Tag: "Workspaces", Summary: "List the own workspaces"})
	apikit.Get(r, "/workspaces/{id}", a.getWorkspace, operation{ID: "getWorkspace", Tag: "Workspaces", Summary: "Read a workspace"})
	apikit.Patch(r, "/workspaces/{id}", a.updateWorkspace, operation{ID: "updateWorkspace", Tag: "Workspaces", Summary: "Change a workspace",
		Description: "Changes what it names. For owners and admins."})
	apikit.Post(r, "/workspaces/{id}/plan-request", a.requestPlan, operation{ID: "requestPlan", Tag: "Workspaces", Summary: "Ask the operator for another plan",
		Description: "For owners and admins. Mails the request to the operator, who answers by mail and sets the plan."})
}

func (a *API) linkRoutes(r *apikit.Router) {
	apikit.Get(r, "/links", a.listLinks, operation{ID: "listLinks", Tag: "Links", Summary: "List links", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/links", a.createLink, operation{ID: "createLink", Tag: "Links", Summary: "Create a link", Status: http.StatusCreated, Lenient: true,
		Description: "A taken or reserved alias is 409; one link more than the plan allows, or any link once the month's clicks are used up, is 402.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Get(r, "/links/counts", a.countLinks, operation{ID: "countLinks", Tag: "Links", Summary: "Count links by status"})
	apikit.Get(r, "/links/lookup", a.lookupLink, operation{ID: "lookupLink", Tag: "Links", Summary: "Find the link behind an alias", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/links/alias-available", a.aliasAvailable, operation{ID: "checkAlias", Tag: "Links", Summary: "Ask whether an alias is available", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/links/{id}", a.getLink, operation{ID: "getLink", Tag: "Links", Summary: "Read a link"})
	apikit.Patch(r, "/links/{id}", a.updateLink, operation{ID: "updateLink", Tag: "Links", Summary: "Change a link", Lenient: true,
		Description: "Changes what it names and leaves the rest.", Errors: codes(fault.Conflict, fault.LimitReached, fault.PreconditionFailed)})
	apikit.Delete(r, "/links/{id}", a.deleteLink, operation{ID: "deleteLink", Tag: "Links", Summary: "Delete a link",
		Description: "Its aliases stay taken and answer 410. A restore undoes it."})
	apikit.Post(r, "/links/{id}/restore", a.restoreLink, operation{ID: "restoreLink", Tag: "Links", Summary: "Bring a deleted link back",
		Description: "With its aliases and figures, as far as the plan has room.", Errors: codes(fault.LimitReached)})
	apikit.Get(r, "/links/{id}/history", a.linkHistory, operation{ID: "getLinkHistory", Tag: "Links", Summary: "List a link's versions",
		Description: "The newest first, the last 500 of them; also of a deleted link."})
	apikit.Post(r, "/links/{id}/revert", a.revertLink, operation{ID: "revertLink", Tag: "Links", Summary: "Go back to a version",
		Description: "As a new version. The password stays as it is, and aliases that have come since keep working.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/links/{id}/simulate", a.simulate, operation{ID: "simulateLink", Tag: "Links", Summary: "Try what a visitor would get",
		Description: "Records no click."})
	apikit.Post(r, "/links/simulate", a.simulateDraft, operation{ID: "simulateDraft", Tag: "Links", Summary: "Try a link before it is made",
		Description: "Makes nothing and records no click.", Errors: codes(fault.Conflict)})
}

func (a *API) bulkLinkRoutes(r *apikit.Router) {
	const each = " Each link has a result of its own: what is wrong with one does not keep the others from being done."
	apikit.Post(r, "/links/bulk", a.createLinks, operation{ID: "createLinks", Tag: "Links", Summary: "Create up to 1,000 links", Lenient: true,
		Description: "The plan's limit holds link by link." + each})
	apikit.Patch(r, "/links/bulk", a.updateLinks, operation{ID: "updateLinks", Tag: "Links", Summary: "Change up to 1,000 links", Lenient: true,
		Description: "Changes what it names of each link." + each})
	apikit.Delete(r, "/links/bulk", a.deleteLinks, operation{ID: "deleteLinks", Tag: "Links", Summary: "Delete up to 1,000 links",
		Description: "Their aliases stay taken and answer 410. A restore undoes it." + each})
	apikit.Post(r, "/links/bulk/restore", a.restoreLinks, operation{ID: "restoreLinks", Tag: "Links", Summary: "Bring up to 1,000 deleted links back",
		Description: "With their aliases and figures, as far as the plan has room." + each})
}

func (a *API) tombstoneRoutes(r *apikit.Router) {
	apikit.Get(r, "/tombstones", a.listTombstones, operation{ID: "listTombstones", Tag: "Links", Summary: "List deleted links whose aliases are still taken",
		Description: "The last deleted first. POST /links/{id}/restore brings one back.", Errors: codes(fault.Invalid)})
	apikit.Delete(r, "/tombstones/{id}", a.freeAlias, operation{ID: "freeAlias", Tag: "Links", Summary: "Free the aliases of a deleted link",
		Description: "Anybody may take them again, and whoever follows a printed code then lands there. For owners and admins."})
}

func (a *API) savedViewRoutes(r *apikit.Router) {
	apikit.Get(r, "/saved-views", a.listViews, operation{ID: "listSavedViews", Tag: "Saved views", Summary: "List the own saved views of links",
		Description: "In the current workspace, the oldest first."})
	apikit.Post(r, "/saved-views", a.createView, operation{ID: "createSavedView", Tag: "Saved views", Summary: "Save a view", Status: http.StatusCreated,
		Description: "At most 20; one more is 402.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Patch(r, "/saved-views/{id}", a.updateView, operation{ID: "updateSavedView", Tag: "Saved views", Summary: "Change a saved view",
		Description: "Changes what it names.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/saved-views/{id}", a.deleteView, operation{ID: "deleteSavedView", Tag: "Saved views", Summary: "Delete a saved view"})
}

func (a *API) labelRoutes(r *apikit.Router) {
	apikit.Get(r, "/domains", a.listDomains, operation{ID: "listDomains", Tag: "Domains", Summary: "List the domains that links can be put on"})
	apikit.Get(r, "/tags", listLabels(a, label.Tag, tagOf), operation{ID: "listTags", Tag: "Tags and folders", Summary: "List tags"})
	apikit.Post(r, "/tags", createLabel[TagInput](a, label.Tag, tagOf), operation{ID: "createTag", Tag: "Tags and folders", Summary: "Create a tag",
		Status: http.StatusCreated, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/tags/{id}", updateLabel[TagInput](a, label.Tag, tagOf), operation{ID: "updateTag", Tag: "Tags and folders", Summary: "Change a tag",
		Description: "Links follow a new name.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/tags/{id}", deleteLabel(a, label.Tag), operation{ID: "deleteTag", Tag: "Tags and folders", Summary: "Delete a tag", Description: "Its links stay."})
	apikit.Get(r, "/folders", listLabels(a, label.Folder, folderOf), operation{ID: "listFolders", Tag: "Tags and folders", Summary: "List folders"})
	apikit.Post(r, "/folders", createLabel[FolderInput](a, label.Folder, folderOf), operation{ID: "createFolder", Tag: "Tags and folders", Summary: "Create a folder",
		Status: http.StatusCreated, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/folders/{id}", updateLabel[FolderInput](a, label.Folder, folderOf), operation{ID: "updateFolder", Tag: "Tags and folders", Summary: "Rename a folder",
		Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/folders/{id}", deleteLabel(a, label.Folder), operation{ID: "deleteFolder", Tag: "Tags and folders", Summary: "Delete a folder", Description: "Its links stay."})
}

func (a *API) utmRoutes(r *apikit.Router) {
	apikit.Get(r, "/utm-templates", listLabels(a, label.Template, templateOf), operation{ID: "listUtmTemplates", Tag: "UTM templates", Summary: "List UTM templates"})
	apikit.Post(r, "/utm-templates", createLabel[UTMTemplateInput](a, label.Template, templateOf), operation{ID: "createUtmTemplate", Tag: "UTM templates", Summary: "Create a UTM template",
		Status: http.StatusCreated, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/utm-templates/{id}", updateLabel[UTMTemplateInput](a, label.Template, templateOf), operation{ID: "updateUtmTemplate", Tag: "UTM templates", Summary: "Change a UTM template",
		Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/utm-templates/{id}", deleteLabel(a, label.Template), operation{ID: "deleteUtmTemplate", Tag: "UTM templates", Summary: "Delete a UTM template"})
	apikit.Get(r, "/utm-conventions", a.getConventions, operation{ID: "getUtmConventions", Tag: "UTM templates", Summary: "Read what campaign parameters must be like"})
	apikit.Put(r, "/utm-conventions", a.putConventions, operation{ID: "putUtmConventions", Tag: "UTM templates", Summary: "Set what campaign parameters must be like",
		Description: "For owners and admins. Replaces all of it; links that break it are refused from now on, older ones stay as they are."})
}

func (a *API) qrRoutes(r *apikit.Router) {
	apikit.Get(r, "/qr-codes", a.listQRCodes, operation{ID: "listQRCodes", Tag: "QR codes", Summary: "List QR codes",
		Description: "The newest first, each with its link's scans. Codes of deleted links are left out.", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/qr-codes", a.createQRCode, operation{ID: "createQRCode", Tag: "QR codes", Summary: "Save a QR code for a link", Status: http.StatusCreated})
	apikit.Get(r, "/qr-codes/{id}", a.getQRCode, operation{ID: "getQRCode", Tag: "QR codes", Summary: "Read a QR code"})
	apikit.Patch(r, "/qr-codes/{id}", a.updateQRCode, operation{ID: "updateQRCode", Tag: "QR codes", Summary: "Change a QR code",
		Description: "Changes what it names. Where it leads is changed on its link."})
	apikit.Delete(r, "/qr-codes/{id}", a.deleteQRCode, operation{ID: "deleteQRCode", Tag: "QR codes", Summary: "Delete a QR code",
		Description: "Printed ones go on leading to the link."})
	apikit.Get(r, "/qr", a.drawQR, operation{ID: "drawQR", Tag: "QR codes", Summary: "Draw a QR code",
		Description: "Of a link, or of any address. Colours that a scanner would not read are 422.", Errors: codes(fault.Invalid)})
	describePictures(r.OpenAPI())
}

func (a *API) analyticsRoutes(r *apikit.Router) {
	apikit.Get(r, "/analytics", a.analytics, operation{ID: "getAnalytics", Tag: "Analytics", Summary: "Count clicks", StrictQuery: true,
		Description: "An unknown parameter is 422 here: a filter that is not known would give a wrong figure.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/analytics/report", a.report, operation{ID: "getAnalyticsReport", Tag: "Analytics", Summary: "Get all of a dashboard's parts at once", StrictQuery: true,
		Description: "Keyed by the names of groupBy, from one pass over the data. An unknown parameter is 422.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/clicks", a.listClicks, operation{ID: "listClicks", Tag: "Analytics", Summary: "List the last clicks", StrictQuery: true,
		Description: "The newest first, of all time unless a period is given. An unknown parameter is 422.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/analytics/annotations", a.listAnnotations, operation{ID: "listAnnotations", Tag: "Analytics", Summary: "List what was changed about links",
		Description: "The newest 200 of the period, the newest first: what may explain a bend in a chart.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/analytics/export", a.exportAnalytics, operation{ID: "exportAnalytics", Tag: "Analytics", Summary: "Export clicks, or figures, to a file", StrictQuery: true,
		Description: "Without groupBy, the clicks themselves, oldest first, at most 2,000,000: as CSV that no spreadsheet takes for formulas, or as Parquet. " +
			"Never an address or anything else that tells who a visitor is. With groupBy, that table of figures as CSV. An unknown parameter is 422.",
		Errors: codes(fault.Invalid)})
	describeClickExport(r.OpenAPI())
	apikit.Delete(r, "/links/{id}/clicks", a.deleteClicks, operation{ID: "deleteLinkClicks", Tag: "Links", Summary: "Delete a link's clicks for good",
		Description: "Also those it was imported with, and the leads and sales that came of them. The link goes on, and counts from 0; what its click limit has used up stays used. For owners and admins."})
}

func (a *API) streamRoutes(r *apikit.Router) {
	apikit.Get(r, "/clicks/stream", a.streamClicks, operation{Stream: true, ID: "streamClicks", Tag: "Analytics", Summary: "Follow clicks as they arrive",
		Description: "Server-sent events: `event: click`, whose data is a Click; a comment each 15 seconds keeps the connection open."})
	apikit.Get(r, "/stream", a.streamAll, operation{Stream: true, ID: "stream", Tag: "Workspaces", Summary: "Follow all that happens, over one connection",
		Description: "Server-sent events: `event: click` for each click on a link, bots' too, and `event: job` for imports and exports, " +
			"first those that run and then those that get on, at most four a second of each. What the caller may not read is left out. " +
			"A comment each 15 seconds keeps the connection open."})
	describeStreams(r.OpenAPI())
}

func (a *API) conversionRoutes(r *apikit.Router) {
	const how = "The destination of a link with trackConversions gets the id of each human's click as linnet_click in its query. " +
		"A click of a moment ago may still be on its way: then the state is pending, and it is counted when the click arrives. " +
		"The same again with the same id of yours does nothing and answers 200 with what was made the first time."
	apikit.Post(r, "/track/lead", a.trackLead, operation{ID: "trackLead", Tag: "Conversions", Summary: "Report a lead of a click",
		Status: http.StatusCreated, Description: "Somebody signed up, or asked for something. " + how})
	apikit.Post(r, "/track/sale", a.trackSale, operation{ID: "trackSale", Tag: "Conversions", Summary: "Report a sale of a click",
		Status: http.StatusCreated, Description: "Somebody paid. " + how})
	apikit.Get(r, "/conversions", a.listConversions, operation{ID: "listConversions", Tag: "Conversions", Summary: "List leads and sales",
		Description: "The newest first.", Errors: codes(fault.Invalid)})
	describeRepeatedReports(r.OpenAPI())
}

// jobRoutes registers the operations that all kinds of jobs have.
func (a *API) jobRoutes(r *apikit.Router) {
	apikit.Get(r, "/jobs", a.listJobs(""), operation{ID: "listJobs", Tag: "Imports and exports", Summary: "List imports and exports",
		Description: "The newest first. They are listed for 90 days; their files are kept for 7."})
	for _, kind := range []job.Kind{job.Import, job.Export} {
		noun, plural := string(kind), string(kind)+"s"
		name := map[job.Kind]string{job.Import: "Import", job.Export: "Export"}[kind]
		apikit.Get(r, "/"+plural, a.listJobs(kind), operation{ID: "list" + name + "s", Tag: "Imports and exports", Summary: "List " + plural, Description: "The newest first."})
		apikit.Get(r, "/"+plural+"/{id}", a.getJob(kind), operation{ID: "get" + name, Tag: "Imports and exports", Summary: "Read an " + noun})
		apikit.Post(r, "/"+plural+"/{id}/cancel", a.turnJob(kind, a.cancelJob), operation{ID: "cancel" + name, Tag: "Imports and exports", Summary: "Stop an " + noun,
			Description: "What it has done stays done.", Errors: codes(fault.Conflict)})
		apikit.Post(r, "/"+plural+"/{id}/resume", a.turnJob(kind, a.resumeJob), operation{ID: "resume" + name, Tag: "Imports and exports", Summary: "Let an " + noun + " go on",
			Description: "One that was cancelled or has failed goes on from where it stopped.", Errors: codes(fault.Conflict)})
		apikit.Delete(r, "/"+plural+"/{id}", a.removeJob(kind), operation{ID: "delete" + name, Tag: "Imports and exports", Summary: "Remove an " + noun + " with its files",
			Description: "The links stay. One that is not finished must be cancelled first.", Errors: codes(fault.Conflict)})
	}
}

func (a *API) transferRoutes(r *apikit.Router) {
	apikit.Post(r, "/imports", a.createImport, operation{Upload: true, ID: "createImport", Tag: "Imports and exports", Summary: "Import links from a CSV file", Status: http.StatusCreated,
		Description: "The body is the file: text/csv, or multipart/form-data with a part named file; UTF-8, at most 50 MB, with a header line. " +
			"Columns may have any names: the exports of Bitly, Rebrandly, YOURLS, Shlink, Kutt, Dub and Short.io are recognised. " +
			"With start=false it waits as a draft for a preview and a start.",
		Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Post(r, "/imports/{id}/preview", a.previewImport, operation{ID: "previewImport", Tag: "Imports and exports", Summary: "See what an import would do",
		Description: "Judges the first 1,000 rows and changes nothing.", Errors: codes(fault.Gone)})
	apikit.Post(r, "/imports/{id}/start", a.startImport, operation{ID: "startImport", Tag: "Imports and exports", Summary: "Start an uploaded import",
		Description: "More links than the plan has room for are 402, with how many fit, unless partly is given.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Get(r, "/imports/{id}/report", a.output(job.Import), operation{ID: "getImportReport", Tag: "Imports and exports", Summary: "Download what became of each row",
		Description: "CSV: row, line, result, shortUrl, url, message."})
	apikit.Post(r, "/exports", a.createExport, operation{ID: "createExport", Tag: "Imports and exports", Summary: "Export links", Status: http.StatusCreated,
		Description: "All of them, those of a filter, or up to 1,000 that are named. An import brings them back as they were, but for passwords.",
		Errors:      codes(fault.Conflict)})
	apikit.Get(r, "/exports/{id}/file", a.output(job.Export), operation{ID: "getExportFile", Tag: "Imports and exports", Summary: "Download the links of an export",
		Description: "CSV whose cells no spreadsheet runs as formulas, or JSON."})
	describeFiles(r.OpenAPI())
}

func (a *API) shareRoutes(r *apikit.Router) {
	apikit.Get(r, "/shares", a.listShares, operation{ID: "listShares", Tag: "Shared pages", Summary: "List shared pages",
		Description: "The newest first, expired ones among them. Their addresses are not told again.", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/shares", a.createShare, operation{ID: "createShare", Tag: "Shared pages", Summary: "Share figures with people without an account",
		Status: http.StatusCreated, Errors: codes(fault.LimitReached),
		Description: "Of a link, a folder, a tag or the workspace: exactly the filters, the traffic, the period and the parts that are given. " +
			"The answer has the page's address, once: only its hash is stored."})
	apikit.Get(r, "/shares/{id}", a.getShare, operation{ID: "getShare", Tag: "Shared pages", Summary: "Read a shared page's settings"})
	apikit.Patch(r, "/shares/{id}", a.updateShare, operation{ID: "updateShare", Tag: "Shared pages", Summary: "Change a shared page's name, password or end",
		Description: "A new password asks everybody again."})
	apikit.Delete(r, "/shares/{id}", a.revokeShare, operation{ID: "revokeShare", Tag: "Shared pages", Summary: "Stop sharing",
		Description: "At once and for ever."})
}

func (a *API) sharedPageRoutes(r *apikit.Router) {
	const who = "For whoever has the page's address: the token is the last part of it. 410 when the page is no longer shared."
	apikit.Get(r, "/public/shares/{token}", a.openShare, operation{Public: true, ID: "openShare", Tag: "Shared pages", Summary: "Open a shared page",
		Description: who, Errors: codes(fault.NotFound, fault.Gone)})
	apikit.Post(r, "/public/shares/{token}/unlock", a.unlockShare, operation{Public: true, ID: "unlockShare", Tag: "Shared pages", Summary: "Give a shared page's password",
		Description: who + " A wrong password is 403; after a few tries there is a wait.", Errors: codes(fault.NotFound, fault.Gone)})
	apikit.Get(r, "/public/shares/{token}/report", a.sharedReport, operation{Public: true, ID: "getSharedReport", Tag: "Shared pages", Summary: "Get a shared page's figures", StrictQuery: true,
		Description: who + " 403 while the password is due. Filters, traffic and period only narrow what is shared; a link that is not shared is 404.",
		Errors:      codes(fault.NotFound, fault.Gone, fault.Forbidden, fault.Invalid)})
}

func (a *API) dashboardRoutes(r *apikit.Router) {
	apikit.Get(r, "/dashboard/total-clicks", a.totalClicks, operation{ID: "getTotalClicks", Tag: "Dashboard", Summary: "Count all clicks, with their trend"})
	apikit.Get(r, "/dashboard/top-links", a.topLinks, operation{ID: "getTopLinks", Tag: "Dashboard", Summary: "List the links with the most clicks"})
	apikit.Get(r, "/dashboard/usage", a.usage, operation{ID: "getUsage", Tag: "Dashboard", Summary: "Tell how much of the plan is used"})
	apikit.Get(r, "/dashboard/tips", a.tips, operation{ID: "getTips", Tag: "Dashboard", Summary: "Get advice"})
	apikit.Get(r, "/dashboard/tricks", a.tricks, operation{ID: "getTricks", Tag: "Dashboard", Summary: "Get short advice"})
}

func codes(list ...fault.Code) []fault.Code { return list }
