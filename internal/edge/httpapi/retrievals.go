package httpapi

import (
	"context"
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/retrieval"
	"linnet/internal/edge/apikit"
)

// RetrievalInput says which links of another shortener are retrieved.
type RetrievalInput struct {
	From    string `json:"from" enum:"bitly,dub,kutt,rebrandly,shlink,short.io,yourls" doc:"The shortener."`
	URL     string `json:"url,omitempty" maxLength:"500" doc:"The address of your server, or of its API; that of the service by default. Shlink and YOURLS have none." example:"https://go.example.com"`
	Key     string `json:"key" maxLength:"1000" doc:"An API key of the shortener that may read links. It is stored encrypted, and deleted when all links are read."`
	History bool   `json:"history,omitempty" doc:"Whether to read the click history too, of Bitly, Dub or Shlink: one call for each link at least. Others tell only how many clicks a link has, which is read in any case."`
}

// RetrievalKey is another key of a retrieval.
type RetrievalKey struct {
	Key string `json:"key" maxLength:"1000"`
}

// retrievalRoutes registers the operations that only retrievals and checks have.
func (a *API) retrievalRoutes(r *apikit.Router) {
	const tag = "Imports and exports"
	apikit.Post(r, "/retrievals", a.createRetrieval, operation{ID: "createRetrieval", Scope: access.LinksWrite, Tag: tag, Summary: "Retrieve the links of another shortener", Status: http.StatusCreated,
		Description: "Reads all links by the shortener's API, as a job. When it is done, importId is a draft: preview and start it like an uploaded file. " +
			"Each link has an externalId such as shlink:go.example.com/menu, so that a second import recognizes it.",
		Errors: codes(fault.Conflict, fault.RateLimited, fault.Unavailable)})
	apikit.Put(r, "/retrievals/{id}/key", a.putRetrievalKey, operation{ID: "putRetrievalKey", Scope: access.LinksWrite, Tag: tag, Summary: "Replace the key of a retrieval",
		Description: "Of one that has stopped. Resume it afterwards.", Errors: codes(fault.Conflict)})
	apikit.Post(r, "/checks", a.createCheck, operation{ID: "createCheck", Scope: access.LinksWrite, Tag: tag, Summary: "Check the redirects of an import", Status: http.StatusCreated,
		Description: "Asks for the old short URL of each link of a retrieval, as a desktop, as a phone and as a bot, and compares the answers with those of Linnet, byte by byte. " +
			"Runs as a job, whose figure failed counts the links that are not equal. Each question is a click at the old shortener.",
		Errors: codes(fault.Conflict)})
	apikit.Get(r, "/checks/{id}/report", a.output(job.Check), operation{ID: "getCheckReport", Scope: access.LinksRead, Tag: tag, Summary: "Download the report of a check",
		Description: "CSV with the columns shortUrl, result (equal, differs, gone, unreachable or notImported), visitor, oldStatus, oldLocation, newStatus and newLocation."})
}

// CheckInput says which redirects are checked.
type CheckInput struct {
	RetrievalID string `json:"retrievalId" example:"job_3kq7c8v0d5m2a" doc:"A retrieval that is done."`
	Sample      int    `json:"sample,omitempty" minimum:"0" maximum:"10000000" doc:"The number of links that are checked, evenly spread; 0: all."`
}

func (a *API) createCheck(ctx context.Context, in *apikit.With[CheckInput]) (*apikit.Output[Job], error) {
	return jobResponse(a.RedirectChecks.Start(ctx, apikit.ActorOf(ctx), in.Body.RetrievalID, in.Body.Sample))
}

func (a *API) createRetrieval(ctx context.Context, in *apikit.With[RetrievalInput]) (*apikit.Output[Job], error) {
	return jobResponse(a.Retrievals.Start(ctx, apikit.ActorOf(ctx), retrieval.Connection{
		From: retrieval.Shortener(in.Body.From), URL: in.Body.URL, Key: in.Body.Key, History: in.Body.History,
	}))
}

func (a *API) putRetrievalKey(ctx context.Context, in *apikit.ByIDWith[RetrievalKey]) (*apikit.Output[Job], error) {
	return jobResponse(a.Retrievals.SetKey(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Key))
}

// importOf returns the draft that a job has made.
func importOf(j job.Job) *string { return apikit.TextOrNull(retrieval.ImportOf(j)) }
