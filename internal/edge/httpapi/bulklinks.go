package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// BulkLinks writes many links. Each has its own result, in the order of the
// request.
type BulkLinks interface {
	CreateMany(ctx context.Context, actor access.Actor, drafts []link.Draft) ([]link.Result, error)
	UpdateMany(ctx context.Context, actor access.Actor, changes []link.Change) ([]link.Result, error)
	DeleteMany(ctx context.Context, actor access.Actor, ids []string) ([]link.Result, error)
	// RestoreMany brings deleted links back with their aliases and figures.
	RestoreMany(ctx context.Context, actor access.Actor, ids []string) ([]link.Result, error)
}

// BulkResult is what became of one of many links.
type BulkResult struct {
	Index  int             `json:"index" doc:"Its place in the call, from 0."`
	Status int             `json:"status" doc:"What a call for this link alone would have been answered." example:"200"`
	ID     string          `json:"id,omitempty" doc:"The link's; absent when nothing was done." example:"lnk_3kq7c8v0d5m2a"`
	Link   *Link           `json:"link,omitempty" doc:"As it is now; absent when it was deleted or nothing was done, and behind the first 4 MiB of links: read those by their ids."`
	Error  *apikit.Problem `json:"error,omitempty" doc:"Why nothing was done; absent otherwise."`
}

type bulkOutput struct {
	Body struct {
		Results []BulkResult `json:"results" doc:"One for each link of the call, in its order."`
	} `nameHint:"BulkResults"`
}

type createLinksInput struct {
	Body struct {
		Links []apikit.Raw[CreateLink] `json:"links" minItems:"1" maxItems:"1000"`
	} `nameHint:"CreateLinks"`
}

func (a *API) createLinks(ctx context.Context, in *createLinksInput) (*bulkOutput, error) {
	drafts := make([]link.Draft, len(in.Body.Links))
	for i, body := range in.Body.Links {
		draft, err := a.draftOf(body)
		if err != nil {
			return nil, notOneOf(i)
		}
		drafts[i] = draft
	}
	if len(drafts) == 0 {
		return nil, errNoneNamed("links")
	}
	results, err := a.Links.CreateMany(ctx, apikit.ActorOf(ctx), drafts)
	for i := range results {
		results[i].Err = apikit.WithFieldName(results[i].Err, drafts[i].DecodeErrors)
	}
	return a.bulkAnswer(ctx, results, http.StatusCreated, err)
}

// ChangeOfMany names one link and what changes of it.
type ChangeOfMany struct {
	ID        string            `json:"id" example:"lnk_3kq7c8v0d5m2a"`
	IfVersion apikit.Opt[int64] `json:"ifVersion,omitzero" nullable:"true" minimum:"1" doc:"The version that you saw; 412 in the result when the link has moved on."`
	UpdateLink
}

type updateLinksInput struct {
	Body struct {
		Links []apikit.Raw[ChangeOfMany] `json:"links" minItems:"1" maxItems:"1000"`
	} `nameHint:"UpdateLinks"`
}

func (a *API) updateLinks(ctx context.Context, in *updateLinksInput) (*bulkOutput, error) {
	changes := make([]link.Change, len(in.Body.Links))
	for i, body := range in.Body.Links {
		change, unread, err := body.Decode(a.router.Schemas())
		if err != nil {
			return nil, notOneOf(i)
		}
		changes[i] = link.Change{ID: change.ID, IfVersion: change.IfVersion.Value, Patch: change.patch()}
		changes[i].Patch.DecodeErrors = unread
	}
	if len(changes) == 0 {
		return nil, errNoneNamed("links")
	}
	results, err := a.Links.UpdateMany(ctx, apikit.ActorOf(ctx), changes)
	for i := range results {
		results[i].Err = apikit.WithFieldName(results[i].Err, changes[i].Patch.DecodeErrors)
	}
	return a.bulkAnswer(ctx, results, http.StatusOK, err)
}

type linkIDsInput struct {
	Body struct {
		IDs []string `json:"ids" minItems:"1" maxItems:"1000" doc:"Of links."`
	} `nameHint:"LinkIds"`
}

func (a *API) deleteLinks(ctx context.Context, in *linkIDsInput) (*bulkOutput, error) {
	results, err := a.Links.DeleteMany(ctx, apikit.ActorOf(ctx), in.Body.IDs)
	return a.bulkAnswer(ctx, results, http.StatusNoContent, err)
}

func (a *API) restoreLinks(ctx context.Context, in *linkIDsInput) (*bulkOutput, error) {
	results, err := a.Links.RestoreMany(ctx, apikit.ActorOf(ctx), in.Body.IDs)
	return a.bulkAnswer(ctx, results, http.StatusOK, err)
}

func (a *API) restoreLink(ctx context.Context, in *LinkPath) (*linkOutput, error) {
	results, err := a.Links.RestoreMany(ctx, apikit.ActorOf(ctx), []string{in.ID})
	if err != nil {
		return nil, err
	}
	return a.linkAnswer(results[0].Link, results[0].Err)
}

// maxBulkAnswer bounds the links of one bulk answer, in bytes of JSON. A call
// of 45 KB may name a thousand links of 100 KB each.
const maxBulkAnswer = 4 << 20

// bulkAnswer puts results into the wire's shape; success is the status of a
// link to which it was done.
func (a *API) bulkAnswer(ctx context.Context, results []link.Result, success int, err error) (*bulkOutput, error) {
	if err != nil {
		return nil, err
	}
	now, out, size := a.clock.Now(), &bulkOutput{}, 0
	out.Body.Results = make([]BulkResult, len(results))
	for i, r := range results {
		one := BulkResult{Index: i, Status: success}
		switch {
		case r.Err != nil:
			one.Error = a.errors.Problem(ctx, r.Err)
			one.Status = one.Error.Status
		case success != http.StatusNoContent && size <= maxBulkAnswer:
			one.ID, one.Link = r.Link.ID, new(linkOf(r.Link, a.publicURL.Scheme, now))
			raw, err := json.Marshal(one.Link)
			if err != nil {
				return nil, err
			}
			size += len(raw)
		case success != http.StatusNoContent:
			one.ID = r.Link.ID
		}
		out.Body.Results[i] = one
	}
	return out, nil
}

func errNoneNamed(field string) error {
	return fault.New(fault.Invalid, fmt.Sprintf("Name 1 to %d links.", link.MaxMany)).At(field)
}

func notOneOf(i int) error {
	return fault.New(fault.Invalid, "Must be an object.").At(fmt.Sprintf("links[%d]", i))
}
