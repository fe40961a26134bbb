package httpapi_test

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/testkit"
)

var update = flag.Bool("update", false, "write testdata/matrix.golden anew")

const matrixFile = "testdata/matrix.golden"

// attempt is one call that a role tries.
type attempt struct {
	method, path string
	body         any
}

// scene is the fixture of an attempt: the owner's workspace and link, and the
// user that sends the request, which may be anonymous.
type scene struct {
	owner, actor user
	linkID       string
	qrCodeID     string
	presetID     string
	pageID       string
	deletedID    string // a link that is gone
	tagID        string
	folderID     string
	viewID       string // of the actor, at home there
	templateID   string
	sessionID    string // another session of the actor
	shareID      string
	keyID        string
	webhookID    string
	deliveryID   string // to the webhook
	shareToken   string
	reportID     string // scheduled by the owner
	alertID      string // of the owner
	alias        string

	clickID string // of the owner's workspace; only where the scene lasts
	jobIDs
	team
	assets
}

// assets are what takes long to make, and what no destructive operation needs.
type assets struct {
	mediaID                                                  string
	domainID, extraDomainID, deletedDomainID, purgedDomainID string
}

// team is what the attempts on members and workspaces need.
type team struct {
	memberID        string // a viewer of the owner's workspace
	invitationID    string
	invitationToken string
	extraID         string // a workspace of the owner in which the actor has the same role
	deletedExtraID  string // the same, deleted
}

// attempts returns a call of every operation. The test fails for an operation
// without one.
func attempts(s scene) map[string]attempt {
	link, code, bio := "/links/"+s.linkID, "/qr-codes/"+s.qrCodeID, "/bio-pages/"+s.pageID
	hook := "/webhooks/" + orUnknown(s.webhookID)
	delivery := hook + "/deliveries/" + orUnknown(s.deliveryID)
	return map[string]attempt{
		"signup":                {"POST", "/auth/signup", signup(map[string]any{"email": "new-" + s.alias + "@example.com"})},
		"getSignupStatus":       {"GET", "/signup-status", nil},
		"login":                 {"POST", "/auth/login", map[string]any{"email": "unknown@example.com", "password": goodPassword}},
		"logout":                {"POST", "/auth/logout", nil},
		"forgotPassword":        {"POST", "/auth/forgot-password", map[string]any{"email": s.alias + "@example.com"}},
		"resetPassword":         {"POST", "/auth/reset-password", map[string]any{"token": "x", "password": goodPassword, "passwordConfirmation": goodPassword}},
		"verifyEmail":           {"POST", "/auth/verify-email", map[string]any{"token": "x"}},
		"deleteMe":              {"DELETE", "/me", map[string]any{"password": goodPassword}},
		"changeEmail":           {"POST", "/me/email", map[string]any{"email": "next-" + s.alias + "@example.com", "password": goodPassword}},
		"cancelEmailChange":     {"DELETE", "/me/email", nil},
		"resendEmail":           {"POST", "/me/email/verification", nil},
		"getIp":                 {"GET", "/ip", nil},
		"getCapabilities":       {"GET", "/capabilities", nil},
		"listPackages":          {"GET", "/packages", nil},
		"getMe":                 {"GET", "/me", nil},
		"updateMe":              {"PATCH", "/me", map[string]any{"firstName": "Grace"}},
		"changePassword":        {"POST", "/me/password", map[string]any{"currentPassword": goodPassword, "newPassword": "Correct-Horse-2"}},
		"listSessions":          {"GET", "/me/sessions", nil},
		"revokeSession":         {"DELETE", "/me/sessions/" + s.sessionID, nil},
		"revokeSessions":        {"DELETE", "/me/sessions", nil},
		"getOwnFactors":         {"GET", "/me/reauthenticate", nil},
		"listIdentities":        {"GET", "/me/identities", nil},
		"deleteIdentity":        {"DELETE", "/me/identities/sso_0000000000001", nil},
		"reauthenticate":        {"POST", "/me/reauthenticate", map[string]any{"password": goodPassword}},
		"listNotifications":     {"GET", "/notifications", nil},
		"readNotifications":     {"POST", "/notifications/read", `{}`},
		"listWorkspaces":        {"GET", "/workspaces", nil},
		"getWorkspace":          {"GET", "/workspaces/" + s.owner.workspaceID, nil},
		"createWorkspace":       {"POST", "/workspaces", map[string]any{"name": "Second"}},
		"deleteWorkspace":       {"DELETE", "/workspaces/" + s.extraID, nil},
		"restoreWorkspace":      {"POST", "/workspaces/" + s.deletedExtraID + "/restore", nil},
		"transferWorkspace":     {"POST", "/workspaces/" + s.extraID + "/transfer", map[string]any{"userId": s.owner.id}},
		"listMembers":           {"GET", "/workspaces/" + s.owner.workspaceID + "/members", nil},
		"getMember":             {"GET", "/workspaces/" + s.owner.workspaceID + "/members/" + s.memberID, nil},
		"updateMember":          {"PATCH", "/workspaces/" + s.owner.workspaceID + "/members/" + s.memberID, map[string]any{"role": "editor"}},
		"removeMember":          {"DELETE", "/workspaces/" + s.owner.workspaceID + "/members/" + s.memberID, nil},
		"listInvitations":       {"GET", "/workspaces/" + s.owner.workspaceID + "/invitations", nil},
		"createInvitation":      {"POST", "/workspaces/" + s.owner.workspaceID + "/invitations", map[string]any{"role": "viewer"}},
		"revokeInvitation":      {"DELETE", "/workspaces/" + s.owner.workspaceID + "/invitations/" + s.invitationID, nil},
		"getInvitation":         {"GET", "/invitations/" + s.invitationToken, nil},
		"acceptInvitation":      {"POST", "/invitations/" + s.invitationToken + "/accept", nil},
		"requestPlan":           {"POST", "/workspaces/" + s.owner.workspaceID + "/plan-request", map[string]any{"package": "BASIC"}},
		"getBilling":            {"GET", "/workspaces/" + s.owner.workspaceID + "/billing", nil},
		"startTrial":            {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/trial", map[string]any{"package": "BASIC"}},
		"createCheckout":        {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/checkout", basicMonthly()},
		"createPortal":          {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/portal", nil},
		"previewPlanChange":     {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/preview", basicMonthly()},
		"changePlan":            {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/change", map[string]any{"package": "BASIC", "period": "monthly", "previewedAt": "2026-04-01T12:00:00Z"}},
		"cancelSubscription":    {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/cancel", nil},
		"resumeSubscription":    {"POST", "/workspaces/" + s.owner.workspaceID + "/billing/resume", nil},
		"listInvoices":          {"GET", "/workspaces/" + s.owner.workspaceID + "/billing/invoices", nil},
		"updateWorkspace":       {"PATCH", "/workspaces/" + s.owner.workspaceID, map[string]any{"name": "Nest"}},
		"listApiKeys":           {"GET", "/api-keys", nil},
		"createApiKey":          {"POST", "/api-keys", map[string]any{"name": "Deploy", "scopes": []string{"links:read"}}},
		"getApiKey":             {"GET", "/api-keys/" + s.keyID, nil},
		"getCurrentApiKey":      {"GET", "/api-keys/current", nil},
		"getApiKeySignature":    {"GET", "/api-keys/" + s.keyID + "/signature", nil},
		"updateApiKey":          {"PATCH", "/api-keys/" + s.keyID, map[string]any{"name": "Backup"}},
		"rotateApiKey":          {"POST", "/api-keys/" + s.keyID + "/rotate", map[string]any{"overlapSeconds": 60}},
		"revokeApiKey":          {"DELETE", "/api-keys/" + s.keyID, nil},
		"listAuditLog":          {"GET", "/audit-log", nil},
		"exportAuditLog":        {"GET", "/audit-log/export?format=csv", nil},
		"listLinks":             {"GET", "/links", nil},
		"countLinks":            {"GET", "/links/counts", nil},
		"createLink":            {"POST", "/links", map[string]any{"url": "https://example.com/"}},
		"upsertLink":            {"PUT", "/links/upsert", map[string]any{"url": "https://example.com/"}},
		"lookupLink":            {"GET", "/links/lookup?alias=" + s.alias, nil},
		"checkAlias":            {"GET", "/links/alias-available?alias=free", nil},
		"getLink":               {"GET", link, nil},
		"updateLink":            {"PATCH", link, map[string]any{"title": "New"}},
		"deleteLink":            {"DELETE", link, nil},
		"simulateLink":          {"POST", link + "/simulate", `{"userAgent":"Firefox","query":"a=1","at":"2026-04-01T12:00:00Z"}`},
		"listQRCodes":           {"GET", "/qr-codes", nil},
		"createQRCode":          {"POST", "/qr-codes", map[string]any{"linkId": s.linkID}},
		"getQRCode":             {"GET", code, nil},
		"updateQRCode":          {"PATCH", code, map[string]any{"name": "Poster"}},
		"deleteQRCode":          {"DELETE", code, nil},
		"createQRCodeImageUrl":  {"POST", code + "/image-url", map[string]any{}},
		"createQRCodeArchive":   {"POST", "/qr-codes/archive", map[string]any{"ids": []string{s.qrCodeID}}},
		"updateQRCodes":         {"PATCH", "/qr-codes/bulk", map[string]any{"ids": []string{s.qrCodeID}, "look": map[string]any{"margin": 5}}},
		"listQRPresets":         {"GET", "/qr-presets", nil},
		"createQRPreset":        {"POST", "/qr-presets", map[string]any{"name": "p" + s.alias}},
		"getQRPreset":           {"GET", "/qr-presets/" + s.presetID, nil},
		"updateQRPreset":        {"PATCH", "/qr-presets/" + s.presetID, map[string]any{"look": map[string]any{"margin": 5}}},
		"deleteQRPreset":        {"DELETE", "/qr-presets/" + s.presetID, nil},
		"getPublicQRCode":       {"GET", "/public/qr/unknown", nil},
		"drawQR":                {"GET", "/qr?linkId=" + s.linkID, nil},
		"judgeQR":               {"POST", "/qr/judge", map[string]any{"content": "https://example.com/"}},
		"listAnnotations":       {"GET", "/analytics/annotations?start=2026-01-01T00:00:00Z", nil},
		"restoreLink":           {"POST", "/links/" + s.deletedID + "/restore", nil},
		"getLinkHistory":        {"GET", link + "/history", nil},
		"revertLink":            {"POST", link + "/revert", map[string]any{"version": 1}},
		"createLinks":           {"POST", "/links/bulk", `{"links":[{"url":"https://example.com/"}]}`},
		"updateLinks":           {"PATCH", "/links/bulk", map[string]any{"links": []any{map[string]any{"id": s.linkID, "title": "New"}}}},
		"deleteLinks":           {"DELETE", "/links/bulk", map[string]any{"ids": []string{s.linkID}}},
		"changeLinks":           {"PATCH", "/links?tag=none", map[string]any{"addTags": []string{"spring"}}},
		"deleteFilteredLinks":   {"DELETE", "/links?tag=none", nil},
		"listChanges":           {"GET", "/changes", nil},
		"getChange":             {"GET", "/changes/" + s.changeID, nil},
		"cancelChange":          {"POST", "/changes/" + s.changeID + "/cancel", nil},
		"resumeChange":          {"POST", "/changes/" + s.pausedID + "/resume", nil},
		"deleteChange":          {"DELETE", "/changes/" + s.pausedID, nil},
		"undoChange":            {"POST", "/changes/" + s.changedID + "/undo", nil},
		"getChangeReport":       {"GET", "/changes/" + s.changedID + "/report", nil},
		"restoreLinks":          {"POST", "/links/bulk/restore", map[string]any{"ids": []string{s.deletedID}}},
		"listDomains":           {"GET", "/domains", nil},
		"listDeletedDomains":    {"GET", "/domains/deleted", nil},
		"listDomainUsage":       {"GET", "/domains/usage", nil},
		"purgeDomain":           {"DELETE", "/domains/deleted/" + s.purgedDomainID, nil},
		"createDomain":          {"POST", "/domains", map[string]any{"host": "go-" + s.alias + s.actor.id[min(len(s.actor.id), 4):] + ".example.org"}},
		"getDomain":             {"GET", "/domains/" + s.domainID, nil},
		"updateDomain":          {"PATCH", "/domains/" + s.domainID, map[string]any{"rootUrl": "https://example.com/"}},
		"deleteDomain":          {"DELETE", "/domains/" + s.extraDomainID, nil},
		"restoreDomain":         {"POST", "/domains/" + s.deletedDomainID + "/restore", nil},
		"verifyDomain":          {"POST", "/domains/" + s.domainID + "/verify", nil},
		"transferDomain":        {"POST", "/domains/" + s.domainID + "/transfer", map[string]any{"workspaceId": s.owner.workspaceID}},
		"listTags":              {"GET", "/tags", nil},
		"createTag":             {"POST", "/tags", map[string]any{"name": "t" + s.alias + s.actor.id}},
		"updateTag":             {"PATCH", "/tags/" + s.tagID, map[string]any{"color": "#1f6feb"}},
		"deleteTag":             {"DELETE", "/tags/" + s.tagID, nil},
		"listFolders":           {"GET", "/folders", nil},
		"createFolder":          {"POST", "/folders", map[string]any{"name": "f" + s.alias + s.actor.id}},
		"updateFolder":          {"PATCH", "/folders/" + s.folderID, map[string]any{"name": "g" + s.alias}},
		"setFolderAccess":       {"PUT", "/folders/" + s.folderID + "/access", map[string]any{"access": "workspace"}},
		"deleteFolder":          {"DELETE", "/folders/" + s.folderID, nil},
		"listUtmTemplates":      {"GET", "/utm-templates", nil},
		"createUtmTemplate":     {"POST", "/utm-templates", map[string]any{"name": "u" + s.alias + s.actor.id}},
		"updateUtmTemplate":     {"PATCH", "/utm-templates/" + s.templateID, map[string]any{"utm": map[string]any{"source": "mail"}}},
		"getUtmConventions":     {"GET", "/utm-conventions", nil},
		"putUtmConventions":     {"PUT", "/utm-conventions", map[string]any{"lowerCase": true}},
		"simulateDraft":         {"POST", "/links/simulate", `{"link":{"url":"https://example.com/"}}`},
		"deleteUtmTemplate":     {"DELETE", "/utm-templates/" + s.templateID, nil},
		"getAnalytics":          {"GET", "/analytics?groupBy=count&linkId=" + s.linkID, nil},
		"getAnalyticsReport":    {"GET", "/analytics/report?groupBy=count,timeseries", nil},
		"listClicks":            {"GET", "/clicks", nil},
		"exportAnalytics":       {"GET", "/analytics/export?format=csv", nil},
		"trackLead":             {"POST", "/track/lead", map[string]any{"clickId": s.clickID}},
		"trackSale":             {"POST", "/track/sale", map[string]any{"clickId": s.clickID, "amount": 1299, "currency": "EUR"}},
		"listConversions":       {"GET", "/conversions", nil},
		"listShares":            {"GET", "/shares", nil},
		"createShare":           {"POST", "/shares", map[string]any{"scope": "link", "subjectId": s.linkID}},
		"getShare":              {"GET", "/shares/" + s.shareID, nil},
		"updateShare":           {"PATCH", "/shares/" + s.shareID, map[string]any{"expiresAt": nil}},
		"revokeShare":           {"DELETE", "/shares/" + s.shareID, nil},
		"openShare":             {"GET", "/public/shares/" + s.shareToken, nil},
		"unlockShare":           {"POST", "/public/shares/" + s.shareToken + "/unlock", map[string]any{"password": "none is asked for"}},
		"getSharedReport":       {"GET", "/public/shares/" + s.shareToken + "/report", nil},
		"streamClicks":          {"GET", "/clicks/stream", nil},
		"stream":                {"GET", "/stream", nil},
		"listJobs":              {"GET", "/jobs", nil},
		"createImport":          {"POST", "/imports?start=false", "url\nhttps://example.com/\n"},
		"listImports":           {"GET", "/imports", nil},
		"getImport":             {"GET", "/imports/" + s.importID, nil},
		"previewImport":         {"POST", "/imports/" + s.importID + "/preview", `{}`},
		"startImport":           {"POST", "/imports/" + s.importID + "/start", `{"partly":true}`},
		"cancelImport":          {"POST", "/imports/" + s.runningID + "/cancel", nil},
		"resumeImport":          {"POST", "/imports/" + s.stoppedID + "/resume", nil},
		"deleteImport":          {"DELETE", "/imports/" + s.stoppedID, nil},
		"getImportReport":       {"GET", "/imports/" + s.doneID + "/report", nil},
		"createRetrieval":       {"POST", "/retrievals", map[string]any{"from": "shlink", "url": "https://old.example.com", "key": rightKey}},
		"listRetrievals":        {"GET", "/retrievals", nil},
		"getRetrieval":          {"GET", "/retrievals/" + s.retrievalID, nil},
		"cancelRetrieval":       {"POST", "/retrievals/" + s.retrievalID + "/cancel", nil},
		"resumeRetrieval":       {"POST", "/retrievals/" + s.lostID + "/resume", nil},
		"putRetrievalKey":       {"PUT", "/retrievals/" + s.lostID + "/key", map[string]any{"key": rightKey}},
		"deleteRetrieval":       {"DELETE", "/retrievals/" + s.lostID, nil},
		"createCheck":           {"POST", "/checks", map[string]any{"retrievalId": s.readID}},
		"listChecks":            {"GET", "/checks", nil},
		"getCheck":              {"GET", "/checks/" + s.checkID, nil},
		"cancelCheck":           {"POST", "/checks/" + s.checkID + "/cancel", nil},
		"resumeCheck":           {"POST", "/checks/" + s.haltedCheckID + "/resume", nil},
		"deleteCheck":           {"DELETE", "/checks/" + s.haltedCheckID, nil},
		"getCheckReport":        {"GET", "/checks/" + s.checkedID + "/report", nil},
		"createExport":          {"POST", "/exports", `{"format":"json"}`},
		"listExports":           {"GET", "/exports", nil},
		"getExport":             {"GET", "/exports/" + s.exportID, nil},
		"cancelExport":          {"POST", "/exports/" + s.exportID + "/cancel", nil},
		"resumeExport":          {"POST", "/exports/" + s.haltedID + "/resume", nil},
		"deleteExport":          {"DELETE", "/exports/" + s.haltedID, nil},
		"getExportFile":         {"GET", "/exports/" + s.fileID + "/file", nil},
		"getTotalClicks":        {"GET", "/dashboard/total-clicks", nil},
		"getTopLinks":           {"GET", "/dashboard/top-links", nil},
		"getUsage":              {"GET", "/dashboard/usage", nil},
		"listSavedViews":        {"GET", "/saved-views", nil},
		"createSavedView":       {"POST", "/saved-views", map[string]any{"name": "v" + s.alias, "query": "status=active"}},
		"updateSavedView":       {"PATCH", "/saved-views/" + s.viewID, map[string]any{"query": "sort=alias"}},
		"deleteSavedView":       {"DELETE", "/saved-views/" + s.viewID, nil},
		"listAlerts":            {"GET", "/alerts", nil},
		"createAlert":           {"POST", "/alerts", map[string]any{"name": "Spike", "kind": "spike"}},
		"getAlert":              {"GET", "/alerts/" + orUnknown(s.alertID), nil},
		"updateAlert":           {"PATCH", "/alerts/" + orUnknown(s.alertID), map[string]any{"paused": true}},
		"deleteAlert":           {"DELETE", "/alerts/" + orUnknown(s.alertID), nil},
		"listScheduledReports":  {"GET", "/scheduled-reports", nil},
		"createScheduledReport": {"POST", "/scheduled-reports", map[string]any{"name": "Weekly", "every": "week"}},
		"getScheduledReport":    {"GET", "/scheduled-reports/" + orUnknown(s.reportID), nil},
		"updateScheduledReport": {"PATCH", "/scheduled-reports/" + orUnknown(s.reportID), map[string]any{"paused": true}},
		"deleteScheduledReport": {"DELETE", "/scheduled-reports/" + orUnknown(s.reportID), nil},
		"sendScheduledReport":   {"POST", "/scheduled-reports/" + orUnknown(s.reportID) + "/send", nil},
		"listTombstones":        {"GET", "/tombstones", nil},
		"freeAlias":             {"DELETE", "/tombstones/" + s.deletedID, nil},
		"deleteLinkClicks":      {"DELETE", link + "/clicks", nil},
		"getTips":               {"GET", "/dashboard/tips", nil},
		"getTricks":             {"GET", "/dashboard/tricks", nil},
		"listWebhooks":          {"GET", "/webhooks", nil},
		"createWebhook":         {"POST", "/webhooks", map[string]any{"url": "https://example.com/", "events": []string{"link.created"}}},
		"getWebhook":            {"GET", hook, nil},
		"updateWebhook":         {"PATCH", hook, map[string]any{"description": "CRM"}},
		"deleteWebhook":         {"DELETE", hook, nil},
		"rotateWebhookSecret":   {"POST", hook + "/rotate-secret", map[string]any{"overlapSeconds": 60}},
		"testWebhook":           {"POST", hook + "/test", nil},
		"listWebhookDeliveries": {"GET", hook + "/deliveries", nil},
		"getWebhookDelivery":    {"GET", delivery, nil},
		"retryWebhookDelivery":  {"POST", delivery + "/retry", nil},

		"lookupSingleSignOn": {"POST", "/auth/oidc", map[string]any{"email": "ada@example.org"}},
		"startSingleSignOn":  {"GET", "/auth/oidc/sso_0000000000000", nil},
		"finishSingleSignOn": {"GET", "/auth/oidc/sso_0000000000000/callback?state=x&code=y", nil},
		"redeemSingleSignOn": {"POST", "/auth/oidc/session", map[string]any{"ticket": "x"}},
		"getSingleSignOn":    {"GET", "/single-sign-on", nil},
		"putSingleSignOn":    {"PUT", "/single-sign-on", map[string]any{"issuer": "x", "clientId": "x", "defaultRole": "viewer", "domains": []string{}}},
		"deleteSingleSignOn": {"DELETE", "/single-sign-on", nil},
		"testSingleSignOn":   {"POST", "/single-sign-on/test", map[string]any{"issuer": "x"}},

		"listBioPages":           {"GET", "/bio-pages", nil},
		"createBioPage":          {"POST", "/bio-pages", map[string]any{"handle": "new-" + s.alias, "title": "Ada"}},
		"listBioThemes":          {"GET", "/bio-pages/themes", nil},
		"convertBioPage":         {"POST", "/bio-pages/convert", "title,link\nMenu,https://example.com/\n"},
		"matchBioSite":           {"POST", "/bio-pages/match-site", map[string]any{"url": "https://example.com/"}},
		"previewBioPage":         {"POST", "/bio-pages/preview", map[string]any{"handle": "ada", "title": "Ada"}},
		"getBioPage":             {"GET", bio, nil},
		"updateBioPage":          {"PATCH", bio, map[string]any{"title": "Grace"}},
		"deleteBioPage":          {"DELETE", bio, nil},
		"publishBioPage":         {"POST", bio + "/publish", nil},
		"unpublishBioPage":       {"POST", bio + "/unpublish", nil},
		"listBioPageRevisions":   {"GET", bio + "/revisions", nil},
		"getBioPageRevision":     {"GET", bio + "/revisions/1", nil},
		"revertBioPage":          {"POST", bio + "/revert", map[string]any{"revision": 1}},
		"listBioPageResponses":   {"GET", bio + "/responses", nil},
		"exportBioPageResponses": {"GET", bio + "/responses/export", nil},
		"listBioPageForms":       {"GET", bio + "/forms", nil},
		"deleteBioPageResponses": {"DELETE", bio + "/responses", nil},
		"deleteBioPageResponse":  {"DELETE", bio + "/responses/rsp_0000000000001", nil},

		"listMedia":   {"GET", "/media", nil},
		"uploadMedia": {"POST", "/media", mediaForm("A square", pngOf(9_999))},
		"getMedia":    {"GET", "/media/" + s.mediaID, nil},
		"updateMedia": {"PATCH", "/media/" + s.mediaID, map[string]any{"alt": "A dot"}},
		"deleteMedia": {"DELETE", "/media/" + s.mediaID, nil},

		"getSecondFactors":     {"GET", "/me/second-factors", nil},
		"startTotp":            {"POST", "/me/second-factors/totp", nil},
		"confirmTotp":          {"POST", "/me/second-factors/totp/confirm", map[string]any{"code": "x"}},
		"disableTotp":          {"DELETE", "/me/second-factors/totp", map[string]any{"password": goodPassword}},
		"replaceRecoveryCodes": {"POST", "/me/second-factors/recovery-codes", map[string]any{"password": goodPassword}},

		"requestDataExport":           {"POST", "/me/export", nil},
		"getDataExport":               {"GET", "/me/export", nil},
		"getDataExportFile":           {"GET", "/me/export/file", nil},
		"listNotificationPreferences": {"GET", "/me/notification-preferences", nil},
		"setNotificationPreference":   {"PUT", "/me/notification-preferences/domains", map[string]any{"inApp": true, "email": "daily"}},

		"startPasskeyLogin":            {"POST", "/auth/passkey/options", nil},
		"passkeyLogin":                 {"POST", "/auth/passkey", `{"credential":{}}`},
		"startPasskeyReauthentication": {"POST", "/me/reauthenticate/passkey/options", nil},
		"passkeyReauthenticate":        {"POST", "/me/reauthenticate/passkey", `{"credential":{}}`},
		"listPasskeys":                 {"GET", "/me/passkeys", nil},
		"startPasskey":                 {"POST", "/me/passkeys/options", nil},
		"createPasskey":                {"POST", "/me/passkeys", `{"name":"Laptop","credential":{}}`},
		"renamePasskey":                {"PATCH", "/me/passkeys/psk_0000000000001", map[string]any{"name": "Phone"}},
		"deletePasskey":                {"DELETE", "/me/passkeys/psk_0000000000001", nil},

		"adminGetOverview":      {"GET", "/admin/overview", nil},
		"adminListUsers":        {"GET", "/admin/users", nil},
		"adminSuspendUser":      {"POST", "/admin/users/" + s.memberID + "/suspend", nil},
		"adminRestoreUser":      {"POST", "/admin/users/" + s.memberID + "/restore", nil},
		"adminEndSessions":      {"DELETE", "/admin/users/" + s.memberID + "/sessions", nil},
		"adminInviteUser":       {"POST", "/admin/invitations", map[string]any{"email": "admin-" + s.alias + "@example.com"}},
		"adminListWorkspaces":   {"GET", "/admin/workspaces", nil},
		"adminSetPlans":         {"PUT", "/admin/plans", map[string]any{"plans": "packages"}},
		"adminUpdateWorkspace":  {"PATCH", "/admin/workspaces/" + s.extraID, map[string]any{"plan": "BASIC"}},
		"adminSuspendWorkspace": {"POST", "/admin/workspaces/" + s.extraID + "/suspend", nil},
		"adminRestoreWorkspace": {"POST", "/admin/workspaces/" + s.extraID + "/restore", nil},
		"adminListDomains":      {"GET", "/admin/domains", nil},
		"adminFindLinks":        {"GET", "/admin/links?search=" + s.alias, nil},
		"adminBlockLink":        {"POST", "/admin/links/" + s.linkID + "/block", nil},
		"adminListBlockRules":   {"GET", "/admin/block-rules", nil},
		"adminCreateBlockRule":  {"POST", "/admin/block-rules", map[string]any{"kind": "domain", "pattern": "evil-" + s.alias + ".example"}},
		"adminDeleteBlockRule":  {"DELETE", "/admin/block-rules/blk_0000000000000", nil},

		"adminListAbuseCases":          {"GET", "/admin/abuse-cases", nil},
		"adminGetAbuseCase":            {"GET", "/admin/abuse-cases/abc_0000000000000", nil},
		"adminResolveAbuseCase":        {"POST", "/admin/abuse-cases/abc_0000000000000/resolve", map[string]any{"action": "dismiss"}},
		"adminSuspendAbuseCase":        {"POST", "/admin/abuse-cases/abc_0000000000000/suspend-workspace", map[string]any{}},
		"adminListDenylists":           {"GET", "/admin/denylists", nil},
		"adminCreateDenylist":          {"POST", "/admin/denylists", map[string]any{"url": "http://lists.example.org/"}},
		"adminUpdateDenylist":          {"PATCH", "/admin/denylists/dnl_0000000000000", map[string]any{"paused": true}},
		"adminDeleteDenylist":          {"DELETE", "/admin/denylists/dnl_0000000000000", nil},
		"adminFetchDenylist":           {"POST", "/admin/denylists/dnl_0000000000000/update", map[string]any{}},
		"adminListDenylistExceptions":  {"GET", "/admin/denylist-exceptions", nil},
		"adminCreateDenylistException": {"POST", "/admin/denylist-exceptions", map[string]any{"pattern": "ok-" + s.alias + ".example"}},
		"adminDeleteDenylistException": {"DELETE", "/admin/denylist-exceptions/dex_0000000000000", nil},
		"adminUnblockLink":             {"POST", "/admin/links/" + s.linkID + "/unblock", nil},
	}
}

func basicMonthly() map[string]any { return map[string]any{"package": "BASIC", "period": "monthly"} }

// destructive lists the operations that leave less behind than they found:
// each of their attempts has a scene of its own.
func destructive() []string {
	return []string{"acceptInvitation", "changePassword", "deleteBioPage", "deleteFolder", "deleteLink", "deleteMe", "deleteLinks", "deleteQRCode", "deleteSavedView", "deleteTag", "freeAlias", "deleteUtmTemplate", "logout", "removeMember", "revokeSessions", "revokeSession", "revokeShare", "transferWorkspace"}
}

// roles are the columns of the matrix. A stranger is at home in a workspace of
// their own and uses the ids of the owner's; an intruder also names the
// owner's workspace in the header. An operator of the install is a stranger.
func roles() []string {
	return []string{"owner", "admin", "editor", "viewer", "stranger", "intruder", "operator", "anonymous"}
}

// TestPermissionMatrix tries every operation of the document as every role. When an
// operation is added, add it to attempts, run with -update, and read what the
// golden file says before you commit it.
func TestPermissionMatrix(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	clicks, behind := withClicks(t)
	in := newInstall(t, behind)
	owner := in.signUp(t)
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, owner.workspaceID) // allows members
	lasting := map[string]scene{}
	for _, role := range roles() {
		s := in.scene(t, owner, role)
		s.assets = in.assets(t, owner)
		s.team = in.team(t, owner, s.actor, role)
		s.clickID = clicks.visit(t, owner, s.linkID, s.alias, noon)
		lasting[role] = s
	}
	eventually(t, "the clicks arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })
	jobs := in.someJobs(t, owner)
	var rows []string
	for _, id := range operationIDs(t) {
		in.clock.Advance(time.Minute) // budgets are whole again
		in.exec(t, `UPDATE sessions SET authenticated_at = $1`, in.clock.Now().UnixMilli())
		row := []string{fmt.Sprintf("%-20s", id)}
		for _, role := range roles() {
			s := lasting[role]
			if slices.Contains(destructive(), id) {
				s = in.scene(t, owner, role)
				s.assets = lasting[role].assets
				s.team = in.team(t, owner, s.actor, role)
			}
			s.jobIDs = jobs
			if strings.Contains(id, "Import") || strings.Contains(id, "Export") || strings.Contains(id, "Retrieval") || strings.Contains(id, "Check") { // each changes the jobs that it is about
				in.closeJobs(t, jobs)
				s.jobIDs = in.someJobs(t, owner)
			}
			if strings.Contains(id, "ApiKey") {
				_, s.keyID = owner.apiKey(t, access.LinksRead)
				in.exec(t, `UPDATE api_keys SET yourls_signature = TRUE`)
			}
			if strings.Contains(id, "Webhook") {
				in.exec(t, `DELETE FROM webhooks`)
				s.webhookID, s.deliveryID = owner.webhook(t)
			}
			if strings.Contains(id, "ScheduledReport") {
				in.exec(t, `DELETE FROM scheduled_reports`) // a workspace has few
				made := owner.call(t, "POST", "/scheduled-reports", map[string]any{"name": "Weekly", "every": "week"}).want(t, 201)
				s.reportID = made.json(t)["id"].(string)
			}
			if strings.HasSuffix(id, "Alert") {
				in.exec(t, `DELETE FROM alerts`) // a workspace has few
				made := owner.call(t, "POST", "/alerts", map[string]any{"name": "Spike", "kind": "spike"}).want(t, 201)
				s.alertID = made.json(t)["id"].(string)
			}
			if strings.HasSuffix(id, "QRPreset") { // a workspace has few
				preset := owner.call(t, "POST", "/qr-presets", map[string]any{"name": id + " " + role}).want(t, 201)
				s.presetID = preset.json(t)["id"].(string)
			}
			try, ok := attempts(s)[id]
			if !ok {
				t.Fatalf("operation %s has no attempt", id)
			}
			row = append(row, fmt.Sprintf("%s=%d", role, s.actor.try(t, try)))
		}
		rows = append(rows, strings.Join(row, " "))
	}
	got := strings.Join(rows, "\n") + "\n"
	if *update {
		if err := os.WriteFile(matrixFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(matrixFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

func operationIDs(t *testing.T) []string {
	t.Helper()
	ids := map[string]bool{}
	for _, operations := range readContract(t).Paths {
		for _, op := range operations {
			ids[op.OperationID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// team sets up what one attempt on members or workspaces needs.
func (in *install) team(t *testing.T, owner, actor user, role string) team {
	t.Helper()
	made := team{
		memberID: in.member(t, owner, access.Viewer).id, invitationID: ident.New(ident.Invitation),
		extraID: ident.New(ident.Workspace), deletedExtraID: ident.New(ident.Workspace),
	}
	now := in.clock.Now().UnixMilli()
	secret := ident.NewSecret("")
	made.invitationToken = secret.Text
	in.exec(t, `INSERT INTO invitations (id, workspace_id, role, invited_by, created_at, expires_at) VALUES ($1, $2, 'viewer', $3, $4, $5)`,
		made.invitationID, owner.workspaceID, owner.id, now, now+int64(24*time.Hour/time.Millisecond))
	in.exec(t, `INSERT INTO invitation_tokens (secret_hash, invitation_id) VALUES ($1, $2)`, hex.EncodeToString(secret.Hash[:]), made.invitationID)
	for id, deletedAt := range map[string]int64{made.extraID: 0, made.deletedExtraID: now} {
		in.exec(t, `INSERT INTO workspaces (id, name, plan, created_at, updated_at, deleted_at) VALUES ($1, 'Extra', 'FREE', $2, $2, $3)`, id, now, deletedAt)
		in.exec(t, `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)`, id, owner.id, now)
		if access.Role(role).Valid() {
			in.exec(t, `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)`, id, actor.id, role, now)
		}
	}
	return made
}

// assets sets up an image and domains of the owner.
func (in *install) assets(t *testing.T, owner user) assets {
	t.Helper()
	in.users++
	made := assets{mediaID: owner.upload(t, "A square", pngOf(in.users)).want(t, http.StatusCreated).json(t)["id"].(string)}
	for label, id := range map[string]*string{
		"on": &made.domainID, "extra": &made.extraDomainID, "off": &made.deletedDomainID, "gone": &made.purgedDomainID,
	} {
		host := fmt.Sprintf("%s-%d.example.net", label, in.users)
		*id = owner.call(t, "POST", "/domains", map[string]any{"host": host}).want(t, http.StatusCreated).json(t)["id"].(string)
	}
	owner.call(t, "DELETE", "/domains/"+made.deletedDomainID, nil).want(t, http.StatusNoContent)
	owner.call(t, "DELETE", "/domains/"+made.purgedDomainID, nil).want(t, http.StatusNoContent)
	return made
}

// scene sets up what one attempt needs, without a team and assets.
func (in *install) scene(t *testing.T, owner user, role string) scene {
	t.Helper()
	s := scene{owner: owner, sessionID: "ses_0000000000000", viewID: "viw_0000000000000", presetID: "qrp_0000000000000"}
	in.users++
	s.alias = fmt.Sprintf("link-%d", in.users)
	made := owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": s.alias}).want(t, 201)
	s.linkID = made.json(t)["id"].(string)
	saved := owner.call(t, "POST", "/qr-codes", map[string]any{"linkId": s.linkID}).want(t, 201)
	s.qrCodeID = saved.json(t)["id"].(string)
	made = owner.call(t, "POST", "/bio-pages", map[string]any{"handle": "page-" + s.alias, "title": "Ada"}).want(t, http.StatusCreated)
	s.pageID = made.json(t)["id"].(string)
	made = owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201)
	s.deletedID = made.json(t)["id"].(string)
	owner.call(t, "DELETE", "/links/"+s.deletedID, nil).want(t, 204)
	for path, id := range map[string]*string{"/tags": &s.tagID, "/folders": &s.folderID, "/utm-templates": &s.templateID} {
		*id = owner.call(t, "POST", path, map[string]any{"name": s.alias}).want(t, 201).json(t)["id"].(string)
	}
	shared := owner.call(t, "POST", "/shares", map[string]any{"scope": "link", "subjectId": s.linkID}).want(t, 201).json(t)
	s.shareID = shared["id"].(string)
	_, s.shareToken, _ = strings.Cut(shared["url"].(string), "/share/")
	switch role {
	case "anonymous":
		s.actor = in.anonymous()
		return s
	case "owner":
		s.actor = in.member(t, owner, access.Owner)
	case "stranger", "intruder", "operator":
		s.actor = in.signUp(t)
		if role == "operator" {
			in.exec(t, `UPDATE users SET operator_since = 1 WHERE id = $1`, s.actor.id)
		}
		s.actor.workspaceID = map[string]string{"intruder": owner.workspaceID}[role]
	default:
		s.actor = in.member(t, owner, access.Role(role))
	}
	made = s.actor.call(t, "POST", "/saved-views", map[string]any{"name": s.alias, "query": ""})
	if made.status == http.StatusCreated { // an intruder has none
		s.viewID = made.json(t)["id"].(string)
	}
	credentials := map[string]any{"email": fmt.Sprintf("ada%d@example.com", in.users), "password": goodPassword}
	in.anonymous().call(t, "POST", "/auth/login", credentials).want(t, 200)
	atHome := user{in: in, token: s.actor.token}
	for _, item := range atHome.call(t, "GET", "/me/sessions", nil).want(t, 200).json(t)["items"].([]any) {
		if session := item.(map[string]any); session["current"] == false {
			s.sessionID = session["id"].(string)
		}
	}
	return s
}

// try makes the attempt and returns its status. A stream is left as soon as it
// has begun.
func (u user) try(t *testing.T, a attempt) int {
	t.Helper()
	if strings.HasPrefix(a.path, "/imports?") || a.path == "/bio-pages/convert" {
		return u.call(t, a.method, a.path, a.body, asCSV).status
	}
	if a.method == http.MethodPost && a.path == "/media" {
		return u.call(t, a.method, a.path, a.body, asForm).status
	}
	if !strings.HasSuffix(a.path, "/stream") {
		return u.call(t, a.method, a.path, a.body).status
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r, err := http.NewRequestWithContext(ctx, a.method, u.in.url+a.path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+u.token)
	if u.workspaceID != "" {
		r.Header.Set("Linnet-Workspace", u.workspaceID)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}
