package httpapi

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
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
	a.secondFactorRoutes(r)
	a.passkeyRoutes(r)
	a.signOnRoutes(r)
	a.workspaceRoutes(r)
	a.billingRoutes(r)
	a.apiKeyRoutes(r)
	a.webhookRoutes(r)
	a.memberRoutes(r)
	a.auditRoutes(r)
	a.linkRoutes(r)
	a.bulkLinkRoutes(r)
	a.tombstoneRoutes(r)
	a.savedViewRoutes(r)
	a.labelRoutes(r)
	a.folderAccessRoutes(r)
	a.domainRoutes(r)
	a.utmRoutes(r)
	a.qrRoutes(r)
	a.bioPageRoutes(r)
	a.mediaRoutes(r)
	a.analyticsRoutes(r)
	a.streamRoutes(r)
	a.conversionRoutes(r)
	a.jobRoutes(r)
	a.linkChangeRoutes(r)
	a.retrievalRoutes(r)
	a.transferRoutes(r) // describes the files of all jobs
	a.shareRoutes(r)
	a.sharedPageRoutes(r)
	a.scheduledReportRoutes(r)
	a.alertRoutes(r)
	a.dashboardRoutes(r)
	a.adminRoutes(r)
}

func (a *API) authRoutes(r *apikit.Router) {
	apikit.Get(r, "/signup-status", a.signupStatus, operation{Public: true, ID: "getSignupStatus", Tag: "Auth", Summary: "Get the sign-up mode"})
	apikit.Post(r, "/auth/signup", a.signup, operation{Public: true, ID: "signup", Tag: "Auth", Summary: "Create an account", Status: http.StatusCreated, Lenient: true,
		Description: "Creates a user and a workspace on the FREE package, and returns a session token. Returns 409 if the email address is taken, and 403 with the code signup_closed if sign-up requires a code and it is missing or invalid.", Errors: codes(fault.Conflict, fault.SignupClosed)})
	apikit.Post(r, "/auth/login", a.login, operation{Public: true, ID: "login", Tag: "Auth", Summary: "Log in", Lenient: true,
		Description: "Returns the same 401 for an unknown email address and a wrong password, and 429 after too many failed attempts. " +
			"If two-factor authentication is on, a right password without a valid code returns 401 with the code second_factor_required: send the request again with code or recoveryCode.",
		Errors: codes(fault.Unauthenticated, fault.SecondFactor)})
	apikit.Post(r, "/auth/logout", a.logout, operation{ID: "logout", Tag: "Auth", Summary: "Log out",
		Description: "Revokes the session of the token."})
	apikit.Post(r, "/auth/forgot-password", a.forgotPassword, operation{Public: true, ID: "forgotPassword", Tag: "Auth", Summary: "Request a password reset", Lenient: true,
		Description: "Returns the same response for known and unknown email addresses."})
	apikit.Post(r, "/auth/reset-password", a.resetPassword, operation{Public: true, ID: "resetPassword", Tag: "Auth", Summary: "Reset the password", Lenient: true,
		Description: "Sets a new password with the token of the reset email, revokes all sessions of the user, and disconnects the account from single sign-on unless disconnectSingleSignOn is false."})
	apikit.Post(r, "/auth/verify-email", a.verifyEmail, operation{Public: true, ID: "verifyEmail", Tag: "Auth", Summary: "Verify an email address", Lenient: true,
		Description: "Redeems the token of an email that verifies an address or confirms a change of address. A change is made when both addresses have confirmed it; it revokes the user's other sessions.", Errors: codes(fault.Conflict)})
}

func (a *API) installRoutes(r *apikit.Router) {
	apikit.Get(r, "/ip", a.ip, operation{Public: true, ID: "getIp", Tag: "Install", Summary: "Get the client's IP address"})
	apikit.Get(r, "/capabilities", a.capabilities, operation{ID: "getCapabilities", Scope: access.WorkspaceRead, Tag: "Install", Summary: "Get the capabilities of the install"})
	apikit.Get(r, "/packages", a.listPackages, operation{Public: true, ID: "listPackages", Tag: "Install", Summary: "List packages"})
}

func (a *API) meRoutes(r *apikit.Router) {
	apikit.Get(r, "/me", a.me, operation{ID: "getMe", Tag: "Me", Summary: "Get the current user"})
	apikit.Patch(r, "/me", a.updateMe, operation{ID: "updateMe", Tag: "Me", Summary: "Update the current user", Lenient: true,
		Description: "Updates the fields in the request."})
	apikit.Delete(r, "/me", a.deleteMe, operation{ID: "deleteMe", Tag: "Me", Summary: "Delete the account", Lenient: true,
		Description: "Deletes the user, and for good the workspaces without other members, with their links and clicks. Returns 409 while the user is the only owner of a workspace with other members.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/me/email", a.changeEmail, operation{ID: "changeEmail", Tag: "Me", Summary: "Request a change of the email address", Lenient: true,
		Description: "Sends an email to both addresses. The change is made when the links in both were confirmed within 24 hours. Replaces an earlier request.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/me/email", a.cancelEmailChange, operation{ID: "cancelEmailChange", Tag: "Me", Summary: "Cancel a change of the email address"})
	apikit.Post(r, "/me/email/verification", a.resendVerification, operation{ID: "resendEmail", Tag: "Me", Summary: "Resend the verification email",
		Description: "Does nothing if the address is verified."})
	apikit.Post(r, "/me/password", a.changePassword, operation{ID: "changePassword", Tag: "Me", Summary: "Change the password", Lenient: true,
		Description: "Revokes the user's other sessions."})
	apikit.Get(r, "/me/sessions", a.listSessions, operation{ID: "listSessions", Tag: "Me", Summary: "List sessions"})
	apikit.Post(r, "/me/reauthenticate", a.reauthenticate, operation{ID: "reauthenticate", NoWorkspace: true, Tag: "Me", Summary: "Confirm the password", Lenient: true,
		Description: "Allows operations that require a recent authentication for 15 minutes, in the session of the request. A session that began with single sign-on opens the whole account afterwards, and needs a code as a login does."})
	apikit.Get(r, "/me/reauthenticate", a.ownFactors, operation{ID: "getOwnFactors", NoWorkspace: true, Tag: "Me", Summary: "Get with what the user can confirm their identity"})
	apikit.Delete(r, "/me/sessions", a.revokeOtherSessions, operation{ID: "revokeSessions", Recent: true, Tag: "Me", Summary: "Revoke all other sessions"})
	apikit.Delete(r, "/me/sessions/{id}", a.revokeSession, operation{ID: "revokeSession", Recent: true, Tag: "Me", Summary: "Revoke a session"})
	apikit.Post(r, "/me/export", a.requestDataExport, operation{ID: "requestDataExport", Recent: true, Tag: "Me", Summary: "Export the user's data", Status: http.StatusAccepted,
		Description: "Starts a job that writes a ZIP file of JSON documents: the profile, sessions, memberships, names of API keys, second factors, notifications, the user's actions in the audit logs, and the links of workspaces of which the user is the only owner. The user is notified and emailed when it is done. Replaces an earlier export, unless that is queued."})
	apikit.Get(r, "/me/export", a.getDataExport, operation{ID: "getDataExport", Tag: "Me", Summary: "Get the export of the user's data"})
	apikit.Get(r, "/me/export/file", a.getDataExportFile, operation{ID: "getDataExportFile", Recent: true, Tag: "Me", Summary: "Download the export of the user's data",
		Errors: codes(fault.NotFound)})
	apikit.Get(r, "/notifications", a.listNotifications, operation{ID: "listNotifications", Tag: "Notifications", Summary: "List notifications",
		Description: "Newest first."})
	apikit.Post(r, "/notifications/read", a.readNotifications, operation{ID: "readNotifications", Tag: "Notifications", Summary: "Mark notifications as read"})
	apikit.Get(r, "/me/notification-preferences", a.listNotificationPreferences, operation{ID: "listNotificationPreferences", Tag: "Notifications", Summary: "List notification preferences",
		Description: "One for each category, the same in all workspaces of the user."})
	apikit.Put(r, "/me/notification-preferences/{category}", a.setNotificationPreference, operation{ID: "setNotificationPreference", Tag: "Notifications", Summary: "Set a notification preference",
		Description: "Returns 409 for the security of the account, which cannot be turned off.", Errors: codes(fault.NotFound, fault.Conflict)})
}

func (a *API) secondFactorRoutes(r *apikit.Router) {
	apikit.Get(r, "/me/second-factors", a.getSecondFactors, operation{ID: "getSecondFactors", Tag: "Me", Summary: "Get the state of two-factor authentication"})
	apikit.Post(r, "/me/second-factors/totp", a.startTOTP, operation{ID: "startTotp", Recent: true, Tag: "Me", Summary: "Set up an authenticator app", Secret: true,
		Description: "Returns a key for the app. Logins need a code only after the set-up is confirmed. Returns 409 if two-factor authentication is on.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/me/second-factors/totp/confirm", a.confirmTOTP, operation{ID: "confirmTotp", Tag: "Me", Summary: "Turn on two-factor authentication", Secret: true, Lenient: true,
		Description: "Takes the first code of the app, returns recovery codes, and revokes the user's other sessions.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/me/second-factors/totp", a.disableTOTP, operation{ID: "disableTotp", Tag: "Me", Summary: "Turn off two-factor authentication", Lenient: true,
		Description: "Deletes the recovery codes as well, and revokes the user's other sessions."})
	apikit.Post(r, "/me/second-factors/recovery-codes", a.replaceRecoveryCodes, operation{ID: "replaceRecoveryCodes", Tag: "Me", Summary: "Create new recovery codes", Secret: true, Lenient: true,
		Description: "The earlier codes are no longer valid. Returns 404 if two-factor authentication is off.", Errors: codes(fault.NotFound)})
}

func (a *API) passkeyRoutes(r *apikit.Router) {
	const address = " Returns 409 if the public URL of the install has an IP address."
	apikit.Post(r, "/auth/passkey/options", a.startPasskeySignIn, operation{Public: true, ID: "startPasskeyLogin", Tag: "Auth", Summary: "Start a login with a passkey",
		Description: "Returns a challenge, valid once and for five minutes." + address, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/auth/passkey", a.passkeySignIn, operation{Public: true, ID: "passkeyLogin", Tag: "Auth", Summary: "Log in with a passkey", Lenient: true,
		Description: "Needs neither a password nor a second factor: the device verifies the user.", Errors: codes(fault.Unauthenticated, fault.Forbidden, fault.Conflict)})
	apikit.Post(r, "/me/reauthenticate/passkey/options", a.startPasskeyReauthentication, operation{ID: "startPasskeyReauthentication", NoWorkspace: true, Tag: "Me", Summary: "Start a re-authentication with a passkey",
		Description: "Returns a challenge, valid once and for five minutes. Returns 404 if the user has no passkey." + address, Errors: codes(fault.NotFound, fault.Conflict)})
	apikit.Post(r, "/me/reauthenticate/passkey", a.passkeyReauthenticate, operation{ID: "passkeyReauthenticate", NoWorkspace: true, Tag: "Me", Summary: "Confirm a passkey", Lenient: true,
		Description: "As POST /me/reauthenticate, with a passkey instead of the password.", Errors: codes(fault.Conflict)})
	apikit.Get(r, "/me/passkeys", a.listPasskeys, operation{ID: "listPasskeys", Tag: "Me", Summary: "List passkeys", Description: "Oldest first."})
	apikit.Post(r, "/me/passkeys/options", a.startPasskeyRegistration, operation{ID: "startPasskey", Recent: true, Tag: "Me", Summary: "Start the creation of a passkey",
		Description: "Returns a challenge, valid once and for five minutes." + address, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/me/passkeys", a.createPasskey, operation{ID: "createPasskey", Recent: true, Tag: "Me", Summary: "Add a passkey", Status: http.StatusCreated, Lenient: true,
		Description: "Returns 409 if the user has 20 passkeys, or if the passkey is registered." + address, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/me/passkeys/{id}", a.renamePasskey, operation{ID: "renamePasskey", Tag: "Me", Summary: "Rename a passkey", Lenient: true})
	apikit.Delete(r, "/me/passkeys/{id}", a.deletePasskey, operation{ID: "deletePasskey", Recent: true, Tag: "Me", Summary: "Remove a passkey"})
}

func (a *API) workspaceRoutes(r *apikit.Router) {
	apikit.Get(r, "/workspaces", a.listWorkspaces, operation{ID: "listWorkspaces", Scope: access.WorkspaceRead, Tag: "Workspaces", Summary: "List workspaces"})
	apikit.Post(r, "/workspaces", a.createWorkspace, operation{ID: "createWorkspace", Tag: "Workspaces", Summary: "Create a workspace", Status: http.StatusCreated,
		Description: "The user becomes its owner. Returns 402 if the user owns the maximum number of workspaces.", Errors: codes(fault.LimitReached)})
	apikit.Get(r, "/workspaces/{id}", a.getWorkspace, operation{ID: "getWorkspace", Scope: access.WorkspaceRead, Tag: "Workspaces", Summary: "Get a workspace"})
	apikit.Patch(r, "/workspaces/{id}", a.updateWorkspace, operation{ID: "updateWorkspace", Scope: access.WorkspaceWrite, Tag: "Workspaces", Summary: "Update a workspace",
		Description: "Updates the fields in the request. Requires the role owner or admin."})
	apikit.Delete(r, "/workspaces/{id}", a.deleteWorkspace, operation{ID: "deleteWorkspace", Recent: true, Tag: "Workspaces", Summary: "Delete a workspace",
		Description: "Its members lose access, and its links return 410. An owner can restore it within 7 days; then it is deleted permanently with its clicks. " +
			"Returns 409 for the user's only workspace. Requires the role owner.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/restore", a.restoreWorkspace, operation{ID: "restoreWorkspace", Tag: "Workspaces", Summary: "Restore a deleted workspace",
		Description: "Requires the role owner. Send it without the header Linnet-Workspace, or with that of another workspace."})
	apikit.Post(r, "/workspaces/{id}/transfer", a.transferWorkspace, operation{ID: "transferWorkspace", Recent: true, Tag: "Workspaces", Summary: "Transfer the ownership of a workspace",
		Description: "The member becomes an owner and the caller an admin. Requires the role owner.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/plan-request", a.requestPlan, operation{ID: "requestPlan", Tag: "Workspaces", Summary: "Request another plan",
		Description: "Emails the request to the operator of the install, who replies by email and sets the plan. Requires the role owner or admin."})
}

// billingRoutes registers operations without a scope: a key can neither pay nor
// read invoices.
func (a *API) billingRoutes(r *apikit.Router) {
	const owner = " Requires the role owner."
	apikit.Get(r, "/workspaces/{id}/billing", a.getBilling, operation{ID: "getBilling", Tag: "Billing", Summary: "Get the trial and the subscription"})
	apikit.Post(r, "/workspaces/{id}/billing/trial", a.startTrial, operation{ID: "startTrial", Tag: "Billing", Summary: "Start a trial",
		Description: "A workspace on the FREE package can try a package with a price once, for 14 days. No card is needed; the trial ends by itself." + owner, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/billing/checkout", a.checkout, operation{ID: "createCheckout", Tag: "Billing", Summary: "Get the payment page of a package",
		Description: "Returns 409 if the workspace has a subscription or the install has no online payment." + owner, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/billing/portal", a.billingPortal, operation{ID: "createPortal", Tag: "Billing", Summary: "Get the page for payment methods and tax ids",
		Description: "Returns 409 if the workspace never paid." + owner, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/billing/preview", a.previewPlanChange, operation{ID: "previewPlanChange", Tag: "Billing", Summary: "Preview a change of the subscription",
		Description: "Returns the amount that the change charges now. Nothing changes." + owner, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/billing/change", a.changePlan, operation{ID: "changePlan", Tag: "Billing", Summary: "Change the package or the period of the subscription",
		Description: "Takes effect at once and charges what the preview returned." + owner, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/billing/cancel", a.cancelSubscription, operation{ID: "cancelSubscription", Tag: "Billing", Summary: "Cancel the subscription",
		Description: "It ends with the paid period. Nothing is deleted." + owner, Errors: codes(fault.Conflict)})
	apikit.Post(r, "/workspaces/{id}/billing/resume", a.resumeSubscription, operation{ID: "resumeSubscription", Tag: "Billing", Summary: "Resume a cancelled subscription",
		Description: "Before it ends." + owner, Errors: codes(fault.Conflict)})
	apikit.Get(r, "/workspaces/{id}/billing/invoices", a.listInvoices, operation{ID: "listInvoices", Tag: "Billing", Summary: "List invoices",
		Description: "The latest 24, newest first." + owner})
}

// apiKeyRoutes registers operations without a scope: a key can neither list nor change
// keys, and get only itself.
func (a *API) apiKeyRoutes(r *apikit.Router) {
	apikit.Get(r, "/api-keys", a.listAPIKeys, operation{ID: "listApiKeys", Tag: "API keys", Summary: "List API keys",
		Description: "The keys of the workspace that are not revoked, newest first. Requires the role owner or admin."})
	apikit.Post(r, "/api-keys", a.createAPIKey, operation{ID: "createApiKey", Recent: true, Tag: "API keys", Summary: "Create an API key", Status: http.StatusCreated, Secret: true,
		Description: "The key acts in the current workspace with the role of the caller, limited to its scopes. Its secret is returned only here. Requires the role owner or admin.", Errors: codes(fault.LimitReached)})
	apikit.Get(r, "/api-keys/current", a.getCurrentAPIKey, operation{ID: "getCurrentApiKey", Scope: access.AnyScope, Tag: "API keys", Summary: "Get the API key of the call",
		Description: "Tells a program what its key may do, and whether it works. Returns 404 for the token of a login."})
	apikit.Get(r, "/api-keys/{id}", a.getAPIKey, operation{ID: "getApiKey", Tag: "API keys", Summary: "Get an API key",
		Description: "Requires the role owner or admin."})
	apikit.Get(r, "/api-keys/{id}/signature", a.getAPIKeySignature, operation{ID: "getApiKeySignature", Recent: true, Tag: "API keys", Summary: "Get the signature of an API key",
		Description: "Clients of YOURLS use it in place of the key. Returns 404 unless yourlsSignature of the key is true. Requires the role owner or admin."})
	apikit.Patch(r, "/api-keys/{id}", a.updateAPIKey, operation{ID: "updateApiKey", Recent: true, Tag: "API keys", Summary: "Update an API key",
		Description: "Updates the fields in the request, at once for all requests. Requires the role owner or admin."})
	apikit.Delete(r, "/api-keys/{id}", a.revokeAPIKey, operation{ID: "revokeApiKey", Tag: "API keys", Summary: "Revoke an API key",
		Description: "Takes effect at once and cannot be undone. Requires the role owner or admin."})
	apikit.Post(r, "/api-keys/{id}/rotate", a.rotateAPIKey, operation{ID: "rotateApiKey", Recent: true, Tag: "API keys", Summary: "Rotate an API key", Status: http.StatusCreated, Secret: true,
		Description: "Returns a new secret. The previous one expires after overlapSeconds. The key then acts for the caller. Requires the role owner or admin."})
}

func (a *API) memberRoutes(r *apikit.Router) {
	const roles = " Requires the role owner or admin. Only owners add, change and remove owners. API keys add, change and remove only editors and viewers."
	apikit.Get(r, "/workspaces/{id}/members", a.listMembers, operation{ID: "listMembers", Scope: access.MembersRead, Tag: "Members", Summary: "List members"})
	apikit.Get(r, "/workspaces/{id}/members/{userId}", a.getMember, operation{ID: "getMember", Scope: access.MembersRead, Tag: "Members", Summary: "Get a member",
		Description: "Also counts what the member created. Requires the role owner or admin, except for the calling user.", Errors: codes(fault.Forbidden)})
	apikit.Patch(r, "/workspaces/{id}/members/{userId}", a.updateMember, operation{ID: "updateMember", Scope: access.MembersWrite, Tag: "Members", Summary: "Change the role of a member",
		Description: "Returns 409 for the last owner." + roles, Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/workspaces/{id}/members/{userId}", a.removeMember, operation{ID: "removeMember", Scope: access.MembersWrite, Tag: "Members", Summary: "Remove a member, or leave",
		Description: "The id of the calling user leaves the workspace, with any role. Links, codes and shared pages stay with the workspace; " +
			"saved views and pending invitations of the member do not. Returns 409 for the last owner." + roles, Errors: codes(fault.Conflict)})
	apikit.Get(r, "/workspaces/{id}/invitations", a.listInvitations, operation{ID: "listInvitations", Scope: access.MembersRead, Tag: "Members", Summary: "List pending invitations",
		Description: "Newest first. Requires the role owner or admin.", Errors: codes(fault.Forbidden)})
	apikit.Post(r, "/workspaces/{id}/invitations", a.createInvitation, operation{ID: "createInvitation", Scope: access.MembersWrite, Tag: "Members", Summary: "Invite to a workspace", Secret: true,
		Status: http.StatusCreated, Description: "Emails an invitation if there is an email address; only that address can accept it. An invitation also allows one sign-up. " +
			"Returns 402 if the plan allows no more members, and 409 if the address belongs to a member or has a pending invitation." + roles,
		Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Delete(r, "/workspaces/{id}/invitations/{invitationId}", a.revokeInvitation, operation{ID: "revokeInvitation", Scope: access.MembersWrite, Tag: "Members", Summary: "Revoke an invitation",
		Description: "Its links stop working." + roles})
	apikit.Get(r, "/invitations/{token}", a.getInvitation, operation{Public: true, ID: "getInvitation", Tag: "Members", Summary: "Get an invitation by its token",
		Description: "Returns 410 if it was used or revoked or has expired.", Errors: codes(fault.NotFound, fault.Gone)})
	apikit.Post(r, "/invitations/{token}/accept", a.acceptInvitation, operation{ID: "acceptInvitation", Tag: "Members", Summary: "Accept an invitation",
		Description: "Adds the user to the workspace. Returns 410 if the invitation was used or revoked or has expired, 403 if it is for another email address, " +
			"and 402 if the plan allows no more members.", Errors: codes(fault.Gone, fault.LimitReached)})
}

func (a *API) auditRoutes(r *apikit.Router) {
	const roles = " Requires the role owner or admin."
	apikit.Get(r, "/audit-log", a.listAuditLog, operation{ID: "listAuditLog", Scope: access.WorkspaceRead, Tag: "Audit log", Summary: "List the audit log",
		Description: "Changes, exports and the members' sign-ins, newest first." + roles, Errors: codes(fault.Invalid, fault.Forbidden)})
	apikit.Get(r, "/audit-log/export", a.exportAuditLog, operation{ID: "exportAuditLog", Scope: access.WorkspaceRead, Tag: "Audit log", Summary: "Export the audit log",
		Description: "CSV or JSON, newest first. Spreadsheets do not interpret any cell of the CSV as a formula. The export is recorded in the log." + roles,
		Errors:      codes(fault.Invalid, fault.Forbidden)})
	describeAuditExport(r.OpenAPI())
}

func (a *API) linkRoutes(r *apikit.Router) {
	apikit.Get(r, "/links", a.listLinks, operation{ID: "listLinks", Follows: apikit.FollowsCounters, Scope: access.LinksRead, Tag: "Links", Summary: "List links", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/links", a.createLink, operation{ID: "createLink", Scope: access.LinksWrite, Tag: "Links", Summary: "Create a link", Status: http.StatusCreated, Lenient: true,
		Description: "Returns 409 if the alias is taken or reserved, and 402 if the plan allows no more links or the clicks of the month are used up.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Put(r, "/links/upsert", a.upsertLink, operation{ID: "upsertLink", Scope: access.LinksWrite, Tag: "Links", Summary: "Create or update a link", Status: http.StatusCreated, OrExisting: true, Lenient: true,
		Description: "Updates the link with this externalId or, without one, the newest link with this url on the domain and, if the request has an alias, with that alias. " +
			"Fields that the request does not have keep their values. Creates the link and returns 201 if there is none. " +
			"Without externalId, requests at the same moment may each create a link.",
		Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Get(r, "/links/counts", a.countLinks, operation{ID: "countLinks", Scope: access.LinksRead, Tag: "Links", Summary: "Count links by status"})
	apikit.Get(r, "/links/lookup", a.lookupLink, operation{ID: "lookupLink", Scope: access.LinksRead, Tag: "Links", Summary: "Look up a link by alias", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/links/alias-available", a.aliasAvailable, operation{ID: "checkAlias", Scope: access.LinksRead, Tag: "Links", Summary: "Check whether an alias is available", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/links/{id}", a.getLink, operation{ID: "getLink", Follows: apikit.FollowsCounters, Scope: access.LinksRead, Tag: "Links", Summary: "Get a link"})
	apikit.Patch(r, "/links/{id}", a.updateLink, operation{ID: "updateLink", Follows: apikit.FollowsCounters, Scope: access.LinksWrite, Tag: "Links", Summary: "Update a link", Lenient: true,
		Description: "Updates the fields in the request.", Errors: codes(fault.Conflict, fault.LimitReached, fault.PreconditionFailed)})
	apikit.Delete(r, "/links/{id}", a.deleteLink, operation{ID: "deleteLink", Scope: access.LinksWrite, Tag: "Links", Summary: "Delete a link",
		Description: "Its aliases stay reserved and return 410. The link can be restored."})
	apikit.Post(r, "/links/{id}/restore", a.restoreLink, operation{ID: "restoreLink", Scope: access.LinksWrite, Tag: "Links", Summary: "Restore a deleted link",
		Description: "Restores its aliases and statistics. Returns 402 if the plan allows no more links, and 409 if another link has its externalId.", Errors: codes(fault.LimitReached, fault.Conflict)})
	apikit.Get(r, "/links/{id}/history", a.linkHistory, operation{ID: "getLinkHistory", Scope: access.LinksRead, Tag: "Links", Summary: "List a link's versions",
		Description: "Newest first, at most 500; also for deleted links."})
	apikit.Post(r, "/links/{id}/revert", a.revertLink, operation{ID: "revertLink", Scope: access.LinksWrite, Tag: "Links", Summary: "Revert a link to a version",
		Description: "Creates a new version with the fields of an earlier one. The password does not change, and aliases that were added since keep working.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/links/{id}/simulate", a.simulate, operation{ID: "simulateLink", Scope: access.LinksRead, Tag: "Links", Summary: "Simulate a visit",
		Description: "Returns what a visitor would get. Records no click."})
	apikit.Post(r, "/links/simulate", a.simulateDraft, operation{ID: "simulateDraft", Scope: access.LinksRead, Tag: "Links", Summary: "Simulate a visit to a draft",
		Description: "Returns what a visitor to the link would get. Creates no link and records no click.", Errors: codes(fault.Conflict)})
}

func (a *API) bulkLinkRoutes(r *apikit.Router) {
	const each = " Each link has its own result: an error of one does not affect the others."
	apikit.Post(r, "/links/bulk", a.createLinks, operation{ID: "createLinks", Scope: access.LinksWrite, Tag: "Links", Summary: "Create up to 1,000 links", Lenient: true,
		Description: "The limits of the plan apply to each link in order." + each})
	apikit.Patch(r, "/links/bulk", a.updateLinks, operation{ID: "updateLinks", Scope: access.LinksWrite, Tag: "Links", Summary: "Update up to 1,000 links", Lenient: true,
		Description: "Updates the fields in the request of each link, or with changes the same fields of all." + each})
	apikit.Delete(r, "/links/bulk", a.deleteLinks, operation{ID: "deleteLinks", Scope: access.LinksWrite, Tag: "Links", Summary: "Delete up to 1,000 links",
		Description: "Their aliases stay taken and answer 410. A restore undoes it." + each})
	apikit.Post(r, "/links/bulk/restore", a.restoreLinks, operation{ID: "restoreLinks", Scope: access.LinksWrite, Tag: "Links", Summary: "Restore up to 1,000 deleted links",
		Description: "Restores their aliases and statistics, up to the link limit of the plan." + each})
}

func (a *API) tombstoneRoutes(r *apikit.Router) {
	apikit.Get(r, "/tombstones", a.listTombstones, operation{ID: "listTombstones", Scope: access.LinksRead, Tag: "Links", Summary: "List deleted links with reserved aliases",
		Description: "Most recently deleted first. To restore one, use POST /links/{id}/restore.", Errors: codes(fault.Invalid)})
	apikit.Delete(r, "/tombstones/{id}", a.freeAlias, operation{ID: "freeAlias", Scope: access.LinksWrite, Tag: "Links", Summary: "Release the aliases of a deleted link",
		Description: "Any workspace can then use the aliases, and printed links and QR codes open its links. Requires the role owner or admin."})
}

func (a *API) savedViewRoutes(r *apikit.Router) {
	apikit.Get(r, "/saved-views", a.listViews, operation{ID: "listSavedViews", Scope: access.LinksRead, Tag: "Saved views", Summary: "List saved views",
		Description: "The user's views in the current workspace, oldest first."})
	apikit.Post(r, "/saved-views", a.createView, operation{ID: "createSavedView", Scope: access.LinksWrite, Tag: "Saved views", Summary: "Create a saved view", Status: http.StatusCreated,
		Description: "Returns 402 if the user has 20 views in the workspace.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Patch(r, "/saved-views/{id}", a.updateView, operation{ID: "updateSavedView", Scope: access.LinksWrite, Tag: "Saved views", Summary: "Update a saved view",
		Description: "Updates the fields in the request.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/saved-views/{id}", a.deleteView, operation{ID: "deleteSavedView", Scope: access.LinksWrite, Tag: "Saved views", Summary: "Delete a saved view"})
}

func (a *API) labelRoutes(r *apikit.Router) {
	apikit.Get(r, "/tags", listLabels(a, label.Tag, tagOf), operation{ID: "listTags", Scope: access.LinksRead, Tag: "Tags and folders", Summary: "List tags"})
	apikit.Post(r, "/tags", createLabel[TagInput](a, label.Tag, tagOf), operation{ID: "createTag", Scope: access.LinksWrite, Tag: "Tags and folders", Summary: "Create a tag",
		Status: http.StatusCreated, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/tags/{id}", updateLabel[TagInput](a, label.Tag, tagOf), operation{ID: "updateTag", Scope: access.LinksWrite, Tag: "Tags and folders", Summary: "Update a tag",
		Description: "A new name applies to all links with the tag.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/tags/{id}", deleteLabel(a, label.Tag), operation{ID: "deleteTag", Scope: access.LinksWrite, Tag: "Tags and folders", Summary: "Delete a tag", Description: "Its links are not deleted."})
	apikit.Get(r, "/folders", listLabels(a, label.Folder, folderOf), operation{ID: "listFolders", Scope: access.LinksRead, Tag: "Tags and folders", Summary: "List folders"})
	apikit.Post(r, "/folders", createLabel[FolderInput](a, label.Folder, folderOf), operation{ID: "createFolder", Scope: access.LinksWrite, Tag: "Tags and folders", Summary: "Create a folder",
		Status: http.StatusCreated, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/folders/{id}", updateLabel[FolderInput](a, label.Folder, folderOf), operation{ID: "updateFolder", Scope: access.LinksWrite, Tag: "Tags and folders", Summary: "Rename a folder",
		Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/folders/{id}", deleteLabel(a, label.Folder), operation{ID: "deleteFolder", Scope: access.LinksWrite, Tag: "Tags and folders", Summary: "Delete a folder", Description: "Its links are not deleted. Deleting a folder with restricted access requires the role owner or admin."})
}

func (a *API) domainRoutes(r *apikit.Router) {
	apikit.Get(r, "/domains", a.listDomains, operation{ID: "listDomains", Scope: access.DomainsRead, Tag: "Domains", Summary: "List domains",
		Description: "The default domain and the domains of the workspace, oldest first."})
	apikit.Post(r, "/domains", a.createDomain, operation{ID: "createDomain", Scope: access.DomainsWrite, Tag: "Domains", Summary: "Add a domain", Status: http.StatusCreated,
		Description: "The domain is pending until its TXT record is found. Returns 409 if another workspace has verified the host, or this one has added it, and 402 if the plan allows no more domains. Requires the role owner or admin.", Errors: codes(fault.Conflict, fault.LimitReached)})
	apikit.Get(r, "/domains/usage", a.listDomainUsage, operation{ID: "listDomainUsage", Scope: access.DomainsRead, Tag: "Domains", Summary: "List the usage of domains",
		Description: "The number of the workspace's links and saved QR codes on each domain. Domains without links are omitted; deleted domains are included until they are purged."})
	apikit.Get(r, "/domains/deleted", a.listDeletedDomains, operation{ID: "listDeletedDomains", Scope: access.DomainsRead, Tag: "Domains", Summary: "List deleted domains",
		Description: "The domains that can be restored, the last deleted first."})
	apikit.Delete(r, "/domains/deleted/{id}", a.purgeDomain, operation{ID: "purgeDomain", Scope: access.DomainsWrite, Tag: "Domains", Summary: "Purge a deleted domain",
		Description: "Deletes a deleted domain and its links for good, in the background. It cannot be restored. Returns 409 if the domain is not deleted. Requires the role owner or admin.", Errors: codes(fault.Conflict)})
	apikit.Get(r, "/domains/{id}", a.getDomain, operation{ID: "getDomain", Scope: access.DomainsRead, Tag: "Domains", Summary: "Get a domain"})
	apikit.Patch(r, "/domains/{id}", a.updateDomain, operation{ID: "updateDomain", Scope: access.DomainsWrite, Tag: "Domains", Summary: "Update a domain",
		Description: "Updates the fields in the request. Returns 409 for a new case rule while the domain has links. Requires the role owner or admin.", Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/domains/{id}", a.deleteDomain, operation{ID: "deleteDomain", Scope: access.DomainsWrite, Tag: "Domains", Summary: "Delete a domain",
		Description: "The host returns 404 at once. The domain can be restored with its links for 7 days; then it is purged with them. Requires the role owner or admin."})
	apikit.Post(r, "/domains/{id}/restore", a.restoreDomain, operation{ID: "restoreDomain", Scope: access.DomainsWrite, Tag: "Domains", Summary: "Restore a deleted domain",
		Description: "Returns 410 after 7 days, and 409 if the host is in use. Requires the role owner or admin.", Errors: codes(fault.Conflict, fault.Gone, fault.LimitReached)})
	apikit.Post(r, "/domains/{id}/verify", a.verifyDomain, operation{ID: "verifyDomain", Scope: access.DomainsWrite, Tag: "Domains", Summary: "Check a domain's DNS records now",
		Description: "Returns 409 if another workspace has verified the host. Requires the role owner or admin.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/domains/{id}/transfer", a.transferDomain, operation{ID: "transferDomain", Tag: "Domains", Summary: "Transfer a domain to another workspace",
		Description: "The caller must be an owner or admin of both workspaces. Returns 409 while the domain has links or reserved aliases.", Errors: codes(fault.Conflict, fault.LimitReached)})
}

func (a *API) utmRoutes(r *apikit.Router) {
	apikit.Get(r, "/utm-templates", listLabels(a, label.Template, templateOf), operation{ID: "listUtmTemplates", Scope: access.LinksRead, Tag: "UTM templates", Summary: "List UTM templates"})
	apikit.Post(r, "/utm-templates", createLabel[UTMTemplateInput](a, label.Template, templateOf), operation{ID: "createUtmTemplate", Scope: access.LinksWrite, Tag: "UTM templates", Summary: "Create a UTM template",
		Status: http.StatusCreated, Errors: codes(fault.Conflict)})
	apikit.Patch(r, "/utm-templates/{id}", updateLabel[UTMTemplateInput](a, label.Template, templateOf), operation{ID: "updateUtmTemplate", Scope: access.LinksWrite, Tag: "UTM templates", Summary: "Update a UTM template",
		Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/utm-templates/{id}", deleteLabel(a, label.Template), operation{ID: "deleteUtmTemplate", Scope: access.LinksWrite, Tag: "UTM templates", Summary: "Delete a UTM template"})
	apikit.Get(r, "/utm-conventions", a.getConventions, operation{ID: "getUtmConventions", Scope: access.LinksRead, Tag: "UTM templates", Summary: "Get UTM conventions"})
	apikit.Put(r, "/utm-conventions", a.putConventions, operation{ID: "putUtmConventions", Scope: access.WorkspaceWrite, Tag: "UTM templates", Summary: "Replace UTM conventions",
		Description: "New and updated links must follow the conventions; existing links do not change. Requires the role owner or admin."})
}

func (a *API) analyticsRoutes(r *apikit.Router) {
	apikit.Get(r, "/analytics", a.analytics, operation{ID: "getAnalytics", Follows: apikit.FollowsClicks, Scope: access.AnalyticsRead, Tag: "Analytics", Summary: "Query analytics", StrictQuery: true,
		Description: "Unknown parameters return 422, because a misspelled filter would return wrong figures.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/analytics/report", a.report, operation{ID: "getAnalyticsReport", Follows: apikit.FollowsClicks, Scope: access.AnalyticsRead, Tag: "Analytics", Summary: "Get an analytics report", StrictQuery: true,
		Description: "Returns several parts at once, by the values of groupBy, from one snapshot of the data. Unknown parameters return 422.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/clicks", a.listClicks, operation{ID: "listClicks", Follows: apikit.FollowsClicks, Scope: access.AnalyticsRead, Tag: "Analytics", Summary: "List clicks", StrictQuery: true,
		Description: "Newest first, of all time by default: those that figures count, or those that the filter outcome chooses. " +
			"Clicks of domains in the privacy mode aggregate are not listed. Unknown parameters return 422.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/analytics/annotations", a.listAnnotations, operation{ID: "listAnnotations", Scope: access.AnalyticsRead, Tag: "Analytics", Summary: "List changes of links",
		Description: "The latest 200 changes of the period, newest first, to annotate charts.", Errors: codes(fault.Invalid)})
	apikit.Get(r, "/analytics/export", a.exportAnalytics, operation{ID: "exportAnalytics", Scope: access.AnalyticsRead, Tag: "Analytics", Summary: "Export clicks or statistics", StrictQuery: true,
		Description: "Without groupBy, exports the clicks, oldest first, at most 2,000,000, as CSV or Parquet, without those of domains in the privacy mode aggregate. Spreadsheets do not interpret any cell as a formula. " +
			"The file contains no IP addresses and nothing that identifies visitors. With groupBy, exports that table of statistics as CSV. Unknown parameters return 422.",
		Errors: codes(fault.Invalid)})
	describeClickExport(r.OpenAPI())
	apikit.Delete(r, "/links/{id}/clicks", a.deleteClicks, operation{ID: "deleteLinkClicks", Scope: access.AnalyticsWrite, Tag: "Links", Summary: "Delete the clicks of a link",
		Description: "Permanently deletes its clicks, imported ones included, and their leads and sales. The link stays active and its counters restart at 0; its click limit is not reset. Requires the role owner or admin."})
}

func (a *API) streamRoutes(r *apikit.Router) {
	apikit.Get(r, "/clicks/stream", a.streamClicks, operation{Stream: true, ID: "streamClicks", Scope: access.AnalyticsRead, Tag: "Analytics", Summary: "Stream clicks",
		Description: "Server-sent events named `click` with a Click as data, for each click that figures count. Clicks of domains in the privacy mode aggregate are not sent. A comment is sent every 15 seconds."})
	apikit.Get(r, "/stream", a.streamAll, operation{Stream: true, ID: "stream", Tag: "Workspaces", Summary: "Stream clicks and jobs",
		Description: "Server-sent events named `click` for each click on a link that figures count, those of bots included and those of domains in the privacy mode aggregate excluded, and `job` for imports and exports: " +
			"first the active jobs, then every job that changes, at most four times a second. Events that the user may not read are omitted. " +
			"A comment is sent every 15 seconds."})
	describeStreams(r.OpenAPI())
}

func (a *API) conversionRoutes(r *apikit.Router) {
	const how = "The destination of a link with trackConversions receives the id of each click by a person in the query parameter linnet_click. " +
		"If the click has not been processed yet, the state is pending, and the conversion is counted when the click arrives. " +
		"A repeated report with the same external or invoice id has no effect and returns 200 with the first conversion."
	apikit.Post(r, "/track/lead", a.trackLead, operation{ID: "trackLead", Scope: access.TrackWrite, Tag: "Conversions", Summary: "Track a lead",
		Status: http.StatusCreated, OrExisting: true, Description: "Reports that a visitor became a lead, for example by signing up. " + how})
	apikit.Post(r, "/track/sale", a.trackSale, operation{ID: "trackSale", Scope: access.TrackWrite, Tag: "Conversions", Summary: "Track a sale",
		Status: http.StatusCreated, OrExisting: true, Description: "Reports that a visitor paid. " + how})
	apikit.Get(r, "/conversions", a.listConversions, operation{ID: "listConversions", Scope: access.AnalyticsRead, Tag: "Conversions", Summary: "List leads and sales",
		Description: "Newest first.", Errors: codes(fault.Invalid)})
}

func (a *API) shareRoutes(r *apikit.Router) {
	apikit.Get(r, "/shares", a.listShares, operation{ID: "listShares", Scope: access.AnalyticsRead, Tag: "Shared pages", Summary: "List shared pages",
		Description: "Newest first, expired ones included. Their URLs are returned only at creation.", Errors: codes(fault.Invalid)})
	apikit.Post(r, "/shares", a.createShare, operation{ID: "createShare", Scope: access.AnalyticsWrite, Tag: "Shared pages", Summary: "Create a shared page",
		Status: http.StatusCreated, Secret: true, Errors: codes(fault.LimitReached),
		Description: "Publishes statistics of a link, a folder, a tag or the workspace, limited to the given filters, traffic, period and parts. " +
			"The response contains the URL of the page, which cannot be retrieved later."})
	apikit.Get(r, "/shares/{id}", a.getShare, operation{ID: "getShare", Scope: access.AnalyticsRead, Tag: "Shared pages", Summary: "Get a shared page"})
	apikit.Patch(r, "/shares/{id}", a.updateShare, operation{ID: "updateShare", Scope: access.AnalyticsWrite, Tag: "Shared pages", Summary: "Update a shared page",
		Description: "Updates its name, password or expiry. A new password locks the page for everyone who has unlocked it."})
	apikit.Delete(r, "/shares/{id}", a.revokeShare, operation{ID: "revokeShare", Scope: access.AnalyticsWrite, Tag: "Shared pages", Summary: "Revoke a shared page",
		Description: "Takes effect at once and cannot be undone."})
}

func (a *API) sharedPageRoutes(r *apikit.Router) {
	const public = "Needs no credentials: the token is the last part of the page's URL. Returns 410 if the page is no longer shared."
	apikit.Get(r, "/public/shares/{token}", a.openShare, operation{Public: true, ID: "openShare", Tag: "Shared pages", Summary: "Open a shared page",
		Description: public, Errors: codes(fault.NotFound, fault.Gone)})
	apikit.Post(r, "/public/shares/{token}/unlock", a.unlockShare, operation{Public: true, ID: "unlockShare", Tag: "Shared pages", Summary: "Unlock a shared page",
		Description: public + " Returns 403 for a wrong password, and 429 after several.", Errors: codes(fault.NotFound, fault.Gone)})
	apikit.Get(r, "/public/shares/{token}/report", a.sharedReport, operation{Public: true, ID: "getSharedReport", Tag: "Shared pages", Summary: "Get the report of a shared page", StrictQuery: true,
		Description: public + " Returns 403 if a password is required. Filters, traffic and period can only narrow what is shared; a link that is not shared returns 404.",
		Errors:      codes(fault.NotFound, fault.Gone, fault.Forbidden, fault.Invalid)})
}

func (a *API) dashboardRoutes(r *apikit.Router) {
	apikit.Get(r, "/dashboard/total-clicks", a.totalClicks, operation{ID: "getTotalClicks", Follows: apikit.FollowsClicks, Scope: access.AnalyticsRead, Tag: "Dashboard", Summary: "Get total clicks and their trend"})
	apikit.Get(r, "/dashboard/top-links", a.topLinks, operation{ID: "getTopLinks", Follows: apikit.FollowsCounters, Scope: access.AnalyticsRead, Tag: "Dashboard", Summary: "List top links"})
	apikit.Get(r, "/dashboard/usage", a.usage, operation{ID: "getUsage", Follows: apikit.FollowsClicks, Scope: access.WorkspaceRead, Tag: "Dashboard", Summary: "Get plan usage"})
	apikit.Get(r, "/dashboard/tips", a.tips, operation{ID: "getTips", Tag: "Dashboard", Summary: "List tips"})
	apikit.Get(r, "/dashboard/tricks", a.tricks, operation{ID: "getTricks", Tag: "Dashboard", Summary: "List short tips"})
}

// adminRoutes registers the operations of the install's operators. They have no
// scope: no API key can call them.
func (a *API) adminRoutes(r *apikit.Router) {
	op := func(id, summary, description string, errors ...fault.Code) operation {
		return operation{ID: id, Tag: "Operator", Summary: summary, Description: description, Errors: errors, NoWorkspace: true}
	}
	recent := func(o operation) operation { o.Recent = true; return o }
	apikit.Get(r, "/admin/overview", a.adminOverview, op("adminGetOverview", "Get the state of the install", "Counts, disk space, background work and the health of each part of this node."))
	apikit.Put(r, "/admin/plans", a.adminSetPlans, recent(op("adminSetPlans", "Choose whether the install has plans",
		"Takes effect at once. After plans are turned on, their retention deletes no clicks for 90 days. Returns 409 if LINNET_PLANS is set.", fault.Conflict)))
	apikit.Get(r, "/admin/users", a.adminUsers, op("adminListUsers", "List all users", "Newest first."))
	apikit.Post(r, "/admin/users/{id}/suspend", a.adminSuspendUser, recent(op("adminSuspendUser", "Suspend a user",
		"Ends the user's sessions. Links of the workspaces that the user owns return 410 until the user is restored. Returns 409 for the calling user.", fault.Conflict)))
	apikit.Post(r, "/admin/users/{id}/restore", a.adminRestoreUser, op("adminRestoreUser", "Restore a suspended user", "Also restores the workspaces that the user owns, except those that are suspended themselves or with another owner."))
	apikit.Delete(r, "/admin/users/{id}/sessions", a.adminEndSessions, recent(op("adminEndSessions", "End the sessions of a user", "Logs the user out on all devices.")))
	invite := op("adminInviteUser", "Invite a user to sign up", "Emails a link that allows one sign-up with the address, and returns it. Returns 409 if the address has an account.", fault.Conflict)
	invite.Status, invite.Secret = http.StatusCreated, true
	apikit.Post(r, "/admin/invitations", a.adminInvite, invite)
	apikit.Get(r, "/admin/workspaces", a.adminWorkspaces, op("adminListWorkspaces", "List all workspaces", "Newest first, deleted ones included until they are purged."))
	apikit.Patch(r, "/admin/workspaces/{id}", a.adminUpdateWorkspace, recent(op("adminUpdateWorkspace", "Set the plan of a workspace", "")))
	apikit.Post(r, "/admin/workspaces/{id}/suspend", a.adminSuspendWorkspace, recent(op("adminSuspendWorkspace", "Suspend a workspace", "Its links return 410, and its members lose access until it is restored.")))
	apikit.Post(r, "/admin/workspaces/{id}/restore", a.adminRestoreWorkspace, op("adminRestoreWorkspace", "Restore a suspended workspace", "Returns 409 while an owner of the workspace is suspended.", fault.Conflict))
	apikit.Get(r, "/admin/domains", a.adminDomains, op("adminListDomains", "List all domains", "Newest first."))
	apikit.Get(r, "/admin/links", a.adminLinks, op("adminFindLinks", "Find links",
		"Returns the link of a short URL, or the links whose destination contains the search text, newest first and deleted ones included."))
	apikit.Post(r, "/admin/links/{id}/block", a.adminBlockLink, op("adminBlockLink", "Block a link", "Visitors get 451. Its workspace cannot undo it."))
	apikit.Post(r, "/admin/links/{id}/unblock", a.adminUnblockLink, op("adminUnblockLink", "Unblock a link", "Returns 409 for a link that a deny-list blocks.", fault.Conflict))
	apikit.Get(r, "/admin/block-rules", a.adminListRules, op("adminListBlockRules", "List the rules that block destinations", "Newest first."))
	rule := op("adminCreateBlockRule", "Block destinations",
		"New links to the destinations are rejected with 422, and existing ones return 451. Returns 409 if the rule exists, and 402 after 10,000 rules or 100 patterns.",
		fault.Conflict, fault.LimitReached)
	rule.Status = http.StatusCreated
	apikit.Post(r, "/admin/block-rules", a.adminCreateRule, rule)
	apikit.Delete(r, "/admin/block-rules/{id}", a.adminDeleteRule, op("adminDeleteBlockRule", "Delete a rule", "Links to the destinations work again."))
	a.denylistRoutes(r, op)
	a.abuseRoutes(r, op, recent)
}

func codes(list ...fault.Code) []fault.Code { return list }
