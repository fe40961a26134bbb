package httpapi

import (
	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/clock"
	"linnet/internal/edge/apikit"
)

// OpenAPI returns the OpenAPI 3.1 document of the API, indented, with a line
// feed at its end. It needs no service and is the same on every machine.
func OpenAPI() ([]byte, error) { return New(Deps{Clock: clock.System{}}).router.Rendered() }

// document describes the API as a whole.
func document(version string) apikit.Document {
	return apikit.Document{
		Title: "Linnet", Version: version,
		Description: "Short links, their rules and their clicks.\n\n" +
			"Send `Authorization: Bearer <token>` with the token of a login. Times are RFC 3339 in UTC, ids are opaque. " +
			"Every failure is a problem document with a stable `code`. Fields and query parameters that an operation does not know are ignored, " +
			"unless it says otherwise: the header `Linnet-Unknown-Fields` names the fields of a body that were ignored, and `?strict=true` refuses them. " +
			"A body has at most 1 MiB, 1,000 entries in a list and 64 levels; a query has at most 200 values of one parameter. A token may call 600 times a minute: `RateLimit` and `RateLimit-Policy` tell what is left.",
		Tags: []*huma.Tag{
			{Name: "Auth", Description: "Getting in and out."},
			{Name: "Me", Description: "The user who is logged in."},
			{Name: "Workspaces", Description: "What owns links, and who may do what."},
			{Name: "Links", Description: "Destinations behind aliases."},
			{Name: "Imports and exports", Description: "Links in numbers, as files; each is a job that goes on by itself."},
			{Name: "QR codes", Description: "Links as pictures, and who came by them."},
			{Name: "Analytics", Description: "Clicks, counted and one by one."},
			{Name: "Dashboard", Description: "The figures of the dashboard's home."},
			{Name: "Notifications", Description: "What the user should know."},
			{Name: "Install", Description: "What this install offers to everybody."},
		},
	}
}
