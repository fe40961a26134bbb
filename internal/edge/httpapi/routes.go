package httpapi

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/label"
)

// routes is the table of contents of the API. Which operations need no
// credentials stands in isPublic.
func (a *API) routes() {
	useRoutingSchemas(a.huma.OpenAPI().Components.Schemas)
	a.authRoutes()
	a.meRoutes()
	a.workspaceRoutes()
	a.linkRoutes()
	a.manyLinksRoutes()
	a.labelRoutes()
	a.qrRoutes()
	a.analyticsRoutes()
	a.exportRoutes()
	a.jobRoutes()
	a.transferRoutes()
	a.conversionRoutes()
	a.shareRoutes()
	a.publicShareRoutes()
	a.keepingRoutes()
	a.dashboardRoutes()
}

func (a *API) authRoutes() {
	get(a, "/signup-status", a.signupStatus, operation{id: "getSignupStatus", tag: "Auth", summary: "Tell who may create an account"})
	post(a, "/auth/signup", a.signup, operation{id: "signup", tag: "Auth", summary: "Create an account", status: http.StatusCreated, loose: true,
		detail: "Makes a user and a workspace on the FREE package, and logs in. A taken address is 409. Where sign-up is not open, a missing or bad code is 403 with the code signup_closed.", fails: codes(fault.Conflict, fault.SignupClosed)})
	post(a, "/auth/login", a.login, operation{id: "login", tag: "Auth", summary: "Log in", loose: true,
		detail: "An unknown address and a wrong password get the same 401. Too many wrong tries are 429.", fails: codes(fault.Unauthenticated)})
	post(a, "/auth/logout", a.logout, operation{id: "logout", tag: "Auth", summary: "Log out",
		detail: "Ends the session of the token."})
	post(a, "/auth/forgot-password", a.forgotPassword, operation{id: "forgotPassword", tag: "Auth", summary: "Ask for a new password", loose: true,
		detail: "Answers alike for known and unknown addresses."})
	post(a, "/auth/reset-password", a.resetPassword, operation{id: "resetPassword", tag: "Auth", summary: "Set a new password with a mailed token", loose: true,
		detail: "Ends all sessions of the user."})
	get(a, "/ip", a.ip, operation{id: "getIp", tag: "Install", summary: "Tell the caller's address"})
	get(a, "/capabilities", a.capabilities, operation{id: "getCapabilities", tag: "Install", summary: "Tell what this install can find out"})
	get(a, "/packages", a.listPackages, operation{id: "listPackages", tag: "Install", summary: "List the packages on offer"})
}

func (a *API) meRoutes() {
	get(a, "/me", a.me, operation{id: "getMe", tag: "Me", summary: "Read the own profile"})
	patch(a, "/me", a.updateMe, operation{id: "updateMe", tag: "Me", summary: "Change the own profile", loose: true,
		detail: "Changes what it names."})
	post(a, "/me/password", a.changePassword, operation{id: "changePassword", tag: "Me", summary: "Change the own password", loose: true,
		detail: "Ends the user's other sessions."})
	get(a, "/me/sessions", a.listSessions, operation{id: "listSessions", tag: "Me", summary: "List the own sessions"})
	del(a, "/me/sessions/{id}", a.revokeSession, operation{id: "revokeSession", tag: "Me", summary: "End one of the own sessions"})
	get(a, "/notifications", a.listNotifications, operation{id: "listNotifications", tag: "Notifications", summary: "List the own notifications",
		detail: "The newest first."})
	post(a, "/notifications/read", a.readNotifications, operation{id: "readNotifications", tag: "Notifications", summary: "Mark notifications as read"})
}

func (a *API) workspaceRoutes() {
	get(a, "/workspaces", a.listWorkspaces, operation{id: "listWorkspaces", tag: "Workspaces", summary: "List the own workspaces"})
	get(a, "/workspaces/{id}", a.getWorkspace, operation{id: "getWorkspace", tag: "Workspaces", summary: "Read a workspace"})
	patch(a, "/workspaces/{id}", a.updateWorkspace, operation{id: "updateWorkspace", tag: "Workspaces", summary: "Change a workspace",
		detail: "Changes what it names. For owners and admins."})
	post(a, "/workspaces/{id}/plan-request", a.requestPlan, operation{id: "requestPlan", tag: "Workspaces", summary: "Ask the operator for another plan",
		detail: "For owners and admins. Mails the request to the operator, who answers by mail and sets the plan."})
}

func (a *API) linkRoutes() {
	get(a, "/links", a.listLinks, operation{id: "listLinks", tag: "Links", summary: "List links", fails: codes(fault.Invalid)})
	post(a, "/links", a.createLink, operation{id: "createLink", tag: "Links", summary: "Create a link", status: http.StatusCreated, loose: true,
		detail: "A taken or reserved alias is 409; one link more than the plan allows, or any link once the month's clicks are used up, is 402.", fails: codes(fault.Conflict, fault.LimitReached)})
	get(a, "/links/lookup", a.lookupLink, operation{id: "lookupLink", tag: "Links", summary: "Find the link behind an alias", fails: codes(fault.Invalid)})
	get(a, "/links/alias-available", a.aliasAvailable, operation{id: "checkAlias", tag: "Links", summary: "Ask whether an alias is available", fails: codes(fault.Invalid)})
	get(a, "/links/{id}", a.getLink, operation{id: "getLink", tag: "Links", summary: "Read a link"})
	patch(a, "/links/{id}", a.updateLink, operation{id: "updateLink", tag: "Links", summary: "Change a link", loose: true,
		detail: "Changes what it names and leaves the rest.", fails: codes(fault.Conflict, fault.LimitReached, fault.PreconditionFailed)})
	del(a, "/links/{id}", a.deleteLink, operation{id: "deleteLink", tag: "Links", summary: "Delete a link",
		detail: "Its aliases stay taken and answer 410. A restore undoes it."})
	post(a, "/links/{id}/restore", a.restoreLink, operation{id: "restoreLink", tag: "Links", summary: "Bring a deleted link back",
		detail: "With its aliases and figures, as far as the plan has room.", fails: codes(fault.LimitReached)})
	get(a, "/links/{id}/history", a.linkHistory, operation{id: "getLinkHistory", tag: "Links", summary: "List a link's versions",
		detail: "The newest first, the last 500 of them; also of a deleted link."})
	post(a, "/links/{id}/revert", a.revertLink, operation{id: "revertLink", tag: "Links", summary: "Go back to a version",
		detail: "As a new version. The password stays as it is, and aliases that have come since keep working.", fails: codes(fault.Conflict)})
	post(a, "/links/{id}/simulate", a.simulate, operation{id: "simulateLink", tag: "Links", summary: "Try what a visitor would get",
		detail: "Records no click."})
	post(a, "/links/simulate", a.simulateDraft, operation{id: "simulateDraft", tag: "Links", summary: "Try a link before it is made",
		detail: "Makes nothing and records no click.", fails: codes(fault.Conflict)})
}

func (a *API) qrRoutes() {
	get(a, "/qr-codes", a.listQRCodes, operation{id: "listQRCodes", tag: "QR codes", summary: "List QR codes",
		detail: "The newest first, each with its link's scans. Codes of deleted links are left out.", fails: codes(fault.Invalid)})
	post(a, "/qr-codes", a.createQRCode, operation{id: "createQRCode", tag: "QR codes", summary: "Save a QR code for a link", status: http.StatusCreated})
	get(a, "/qr-codes/{id}", a.getQRCode, operation{id: "getQRCode", tag: "QR codes", summary: "Read a QR code"})
	patch(a, "/qr-codes/{id}", a.updateQRCode, operation{id: "updateQRCode", tag: "QR codes", summary: "Change a QR code",
		detail: "Changes what it names. Where it leads is changed on its link."})
	del(a, "/qr-codes/{id}", a.deleteQRCode, operation{id: "deleteQRCode", tag: "QR codes", summary: "Delete a QR code",
		detail: "Printed ones go on leading to the link."})
	get(a, "/qr", a.drawQR, operation{id: "drawQR", tag: "QR codes", summary: "Draw a QR code",
		detail: "Of a link, or of any address. Colours that a scanner would not read are 422.", fails: codes(fault.Invalid)})
	describePictures(a.huma.OpenAPI())
}

func (a *API) manyLinksRoutes() {
	const each = " Each link has a result of its own: what is wrong with one does not keep the others from being done."
	post(a, "/links/bulk", a.createLinks, operation{id: "createLinks", tag: "Links", summary: "Create up to 1,000 links", loose: true,
		detail: "The plan's limit holds link by link." + each})
	patch(a, "/links/bulk", a.updateLinks, operation{id: "updateLinks", tag: "Links", summary: "Change up to 1,000 links", loose: true,
		detail: "Changes what it names of each link." + each})
	del(a, "/links/bulk", a.deleteLinks, operation{id: "deleteLinks", tag: "Links", summary: "Delete up to 1,000 links",
		detail: "Their aliases stay taken and answer 410. A restore undoes it." + each})
	post(a, "/links/bulk/restore", a.restoreLinks, operation{id: "restoreLinks", tag: "Links", summary: "Bring up to 1,000 deleted links back",
		detail: "With their aliases and figures, as far as the plan has room." + each})
}

func (a *API) labelRoutes() {
	get(a, "/domains", a.listDomains, operation{id: "listDomains", tag: "Domains", summary: "List the domains that links can be put on"})
	get(a, "/tags", listLabels(a, label.Tag, tagOf), operation{id: "listTags", tag: "Tags and folders", summary: "List tags"})
	post(a, "/tags", createLabel[TagInput](a, label.Tag, tagOf), operation{id: "createTag", tag: "Tags and folders", summary: "Create a tag",
		status: http.StatusCreated, fails: codes(fault.Conflict)})
	patch(a, "/tags/{id}", updateLabel[TagInput](a, label.Tag, tagOf), operation{id: "updateTag", tag: "Tags and folders", summary: "Change a tag",
		detail: "Links follow a new name.", fails: codes(fault.Conflict)})
	del(a, "/tags/{id}", deleteLabel(a, label.Tag), operation{id: "deleteTag", tag: "Tags and folders", summary: "Delete a tag", detail: "Its links stay."})
	get(a, "/folders", listLabels(a, label.Folder, folderOf), operation{id: "listFolders", tag: "Tags and folders", summary: "List folders"})
	post(a, "/folders", createLabel[FolderInput](a, label.Folder, folderOf), operation{id: "createFolder", tag: "Tags and folders", summary: "Create a folder",
		status: http.StatusCreated, fails: codes(fault.Conflict)})
	patch(a, "/folders/{id}", updateLabel[FolderInput](a, label.Folder, folderOf), operation{id: "updateFolder", tag: "Tags and folders", summary: "Rename a folder",
		fails: codes(fault.Conflict)})
	del(a, "/folders/{id}", deleteLabel(a, label.Folder), operation{id: "deleteFolder", tag: "Tags and folders", summary: "Delete a folder", detail: "Its links stay."})
	get(a, "/utm-templates", listLabels(a, label.Template, templateOf), operation{id: "listUtmTemplates", tag: "UTM templates", summary: "List UTM templates"})
	post(a, "/utm-templates", createLabel[UTMTemplateInput](a, label.Template, templateOf), operation{id: "createUtmTemplate", tag: "UTM templates", summary: "Create a UTM template",
		status: http.StatusCreated, fails: codes(fault.Conflict)})
	patch(a, "/utm-templates/{id}", updateLabel[UTMTemplateInput](a, label.Template, templateOf), operation{id: "updateUtmTemplate", tag: "UTM templates", summary: "Change a UTM template",
		fails: codes(fault.Conflict)})
	del(a, "/utm-templates/{id}", deleteLabel(a, label.Template), operation{id: "deleteUtmTemplate", tag: "UTM templates", summary: "Delete a UTM template"})
	get(a, "/utm-conventions", a.getConventions, operation{id: "getUtmConventions", tag: "UTM templates", summary: "Read what campaign parameters must be like"})
	put(a, "/utm-conventions", a.putConventions, operation{id: "putUtmConventions", tag: "UTM templates", summary: "Set what campaign parameters must be like",
		detail: "For owners and admins. Replaces all of it; links that break it are refused from now on, older ones stay as they are."})
}

func (a *API) analyticsRoutes() {
	get(a, "/analytics", a.analytics, operation{id: "getAnalytics", tag: "Analytics", summary: "Count clicks", strict: true,
		detail: "An unknown parameter is 422 here: a filter that is not known would give a wrong figure.", fails: codes(fault.Invalid)})
	get(a, "/analytics/report", a.report, operation{id: "getAnalyticsReport", tag: "Analytics", summary: "Get all of a dashboard's parts at once", strict: true,
		detail: "Keyed by the names of groupBy, from one pass over the data. An unknown parameter is 422.", fails: codes(fault.Invalid)})
	get(a, "/clicks", a.listClicks, operation{id: "listClicks", tag: "Analytics", summary: "List the last clicks", strict: true,
		detail: "The newest first, of all time unless a period is given. An unknown parameter is 422.", fails: codes(fault.Invalid)})
	get(a, "/analytics/annotations", a.listAnnotations, operation{id: "listAnnotations", tag: "Analytics", summary: "List what was changed about links",
		detail: "The newest 200 of the period, the newest first: what may explain a bend in a chart.", fails: codes(fault.Invalid)})
	get(a, "/clicks/stream", a.streamClicks, operation{id: "streamClicks", tag: "Analytics", summary: "Follow clicks as they arrive",
		detail: "Server-sent events: `event: click`, whose data is a Click; a comment each 15 seconds keeps the connection open."})
	get(a, "/stream", a.streamAll, operation{id: "stream", tag: "Workspaces", summary: "Follow all that happens, over one connection",
		detail: "Server-sent events: `event: click` for each click on a link, bots' too, and `event: job` for imports and exports, " +
			"first those that run and then those that get on, at most four a second of each. What the caller may not read is left out. " +
			"A comment each 15 seconds keeps the connection open."})
	describeStreams(a.huma.OpenAPI())
}

func (a *API) dashboardRoutes() {
	get(a, "/dashboard/total-clicks", a.totalClicks, operation{id: "getTotalClicks", tag: "Dashboard", summary: "Count all clicks, with their trend"})
	get(a, "/dashboard/top-links", a.topLinks, operation{id: "getTopLinks", tag: "Dashboard", summary: "List the links with the most clicks"})
	get(a, "/dashboard/usage", a.usage, operation{id: "getUsage", tag: "Dashboard", summary: "Tell how much of the plan is used"})
	get(a, "/dashboard/tips", a.tips, operation{id: "getTips", tag: "Dashboard", summary: "Get advice"})
	get(a, "/dashboard/tricks", a.tricks, operation{id: "getTricks", tag: "Dashboard", summary: "Get short advice"})
}

func codes(list ...fault.Code) []fault.Code { return list }
