package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/clock"
	"linnet/internal/core/apikey"
	"linnet/internal/core/domain"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/savedview"
	"linnet/internal/core/webhook"
	"linnet/internal/edge/apikit"
)

// OpenAPI returns the OpenAPI 3.1 document of the API, indented, with a line
// feed at its end. It needs no service and is the same on every machine.
func OpenAPI() ([]byte, error) { return New(Deps{Clock: clock.System{}}).router().Rendered() }

// document describes the API as a whole.
func document(version string) apikit.Document {
	return apikit.Document{
		Names: map[reflect.Type]string{
			reflect.TypeFor[look.Look]():          "QRLook",
			reflect.TypeFor[domain.Settings]():    "DomainSettings",
			reflect.TypeFor[webhook.Settings]():   "Webhook",
			reflect.TypeFor[webhook.State]():      "Webhook",
			reflect.TypeFor[apikey.Settings]():    "APIKey",
			reflect.TypeFor[savedview.Settings](): "SavedView",
			reflect.TypeFor[linkSelection]():      "LinkIds",
		},
		IDs:   pathIDs(),
		Title: "Linnet", Version: version,
		Description: "Create short links, route their visitors by rules, and analyze their clicks.\n\n" +
			"Authenticate with `Authorization: Bearer <token>`, where the token is an API key (`lnt_…`) or that of a login. " +
			"An API key acts in one workspace with the role of its creator, limited to its scopes; a write scope includes the read scope. " +
			"A key without the scope of an operation gets 403 with the code `insufficient_scope`. " +
			"Pages of other origins may call operations with an API key (CORS, without cookies), and not with the token of a login.\n\n" +
			"Times are RFC 3339 in UTC. Ids are opaque strings.\n\n" +
			"Every error is a problem document with a stable `code`. Unknown fields and query parameters are ignored unless stated otherwise: " +
			"the response header `Linnet-Unknown-Fields` lists the ignored fields of the body, and `?strict=true` rejects them.\n\n" +
			"A body is limited to 1 MiB, 1,000 entries per list and 64 levels; a query to 200 values per parameter. " +
			"A user may send 600 requests a minute, and so may each API key: the headers `RateLimit` and `RateLimit-Policy` have the remaining requests.",
		Tags: []*huma.Tag{
			{Name: "Auth", Description: "Sign up, log in and log out."},
			{Name: "Me", Description: "The current user and their sessions."},
			{Name: "Workspaces", Description: "Workspaces own links. Members have a role in each."},
			{Name: "API keys", Description: "Credentials of programs, limited to scopes and networks."},
			{Name: "Links", Description: "Short links, their versions and their routing."},
			{Name: "Imports and exports", Description: "Import and export links as files, in background jobs."},
			{Name: "Saved views", Description: "Named filters of the list of links."},
			{Name: "Domains", Description: "Hosts that serve short links."},
			{Name: "Tags and folders", Description: "Tags and folders that organize links."},
			{Name: "UTM templates", Description: "Saved campaign parameters, and the conventions for them."},
			{Name: "QR codes", Description: "QR codes of links, with their scans, and static QR codes."},
			{Name: "QR presets", Description: "Named looks of QR codes."},
			{Name: "Analytics", Description: "Statistics, clicks and live streams."},
			{Name: "Conversions", Description: "Leads and sales after clicks."},
			{Name: "Shared pages", Description: "Statistics for visitors without an account."},
			{Name: "Scheduled reports", Description: "Statistics that members get by mail each week or month."},
			{Name: "Alerts", Description: "Notifications of members about unusual numbers of clicks and first clicks."},
			{Name: "Dashboard", Description: "Figures of the dashboard's home screen."},
			{Name: "Notifications", Description: "Notifications of the current user."},
			{Name: "Operator", Description: "The install's users, workspaces, links and rules, for its operators. Other users get 404."},
			{Name: "Install", Description: "Public facts about the install."},
		},
	}
}

// pathIDs describes the ids in paths.
func pathIDs() map[string]apikit.ID {
	return map[string]apikit.ID{
		"/admin/abuse-cases":         {Description: "The case's id."},
		"/admin/block-rules":         {Description: "The rule's id."},
		"/admin/denylist-exceptions": {Description: "The exception's id."},
		"/admin/denylists":           {Description: "The list's id."},
		"/admin/links":               {Description: "The link's id.", Example: "lnk_3kq7c8v0d5m2a"},
		"/admin/users":               {Description: "The user's id.", Example: "usr_3kq7c8v0d5m2a"},
		"/admin/workspaces":          {Description: "The workspace's id.", Example: "wsp_3kq7c8v0d5m2a"},
		"/api-keys":                  {Description: "The id of the API key.", Example: "key_3kq7c8v0d5m2a"},
		"/bio-pages":                 {Description: "The page's id.", Example: "bio_3kq7c8v0d5m2a"},
		"/domains":                   {Description: "The domain's id.", Example: "dom_3kq7c8v0d5m2a"},
		"/domains/deleted":           {Description: "The domain's id.", Example: "dom_3kq7c8v0d5m2a"},
		"/exports":                   {Description: "The job's id.", Example: "job_3kq7c8v0d5m2a"},
		"/folders":                   {Description: "The folder's id.", Example: "fld_3kq7c8v0d5m2a"},
		"/imports":                   {Description: "The job's id.", Example: "job_3kq7c8v0d5m2a"},
		"/links":                     {Description: "The link's id.", Example: "lnk_3kq7c8v0d5m2a"},
		"/me/identities":             {Description: "The id of the identity.", Example: "sso_3kq7c8v0d5m2a"},
		"/me/passkeys":               {Description: "The id of the passkey.", Example: "psk_3kq7c8v0d5m2a"},
		"/me/sessions":               {Description: "The session's id."},
		"/media":                     {Description: "The image's id.", Example: "med_3kq7c8v0d5m2a"},
		"/qr-codes":                  {Description: "The code's id.", Example: "qrc_3kq7c8v0d5m2a"},
		"/qr-presets":                {Description: "The preset's id.", Example: "qrp_3kq7c8v0d5m2a"},
		"/saved-views":               {Description: "The view's id.", Example: "viw_3kq7c8v0d5m2a"},
		"/shares":                    {Description: "The share's id.", Example: "shr_3kq7c8v0d5m2a"},
		"/tags":                      {Description: "The tag's id.", Example: "tag_3kq7c8v0d5m2a"},
		"/tombstones":                {Description: "The link's id.", Example: "lnk_3kq7c8v0d5m2a"},
		"/utm-templates":             {Description: "The template's id.", Example: "tpl_3kq7c8v0d5m2a"},
		"/webhooks":                  {Description: "The id of the webhook.", Example: "whk_3kq7c8v0d5m2a"},
		"/workspaces":                {Description: "The workspace id, or current for the workspace of the request.", Example: "current"},
	}
}
