package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// BulkResult is the result of one link of a bulk request.
type BulkResult struct {
	Index   int             `json:"index" doc:"The index of the link in the request."`
	Status  int             `json:"status" doc:"The status of a request for this link alone." example:"200"`
	ID      string          `json:"id,omitempty" doc:"The id of the link; absent on error." example:"lnk_3kq7c8v0d5m2a"`
	Version int64           `json:"version,omitempty" doc:"The version of the link; absent on deletion and on error." example:"2"`
	Link    *Link           `json:"link,omitempty" doc:"The link; absent on deletion, on error, and after the first 4 MiB of links, which can be retrieved by id."`
	Error   *apikit.Problem `json:"error,omitempty" doc:"The error; absent on success."`
}

type bulkResults struct {
	Results []BulkResult `json:"results" doc:"One result for each link, in the order of the request."`
}

type createLinks struct {
	Links []apikit.Raw[CreateLink] `json:"links" minItems:"1" maxItems:"1000"`
}

func (a *API) createLinks(ctx context.Context, in *apikit.With[createLinks]) (*apikit.Output[bulkResults], error) {
	drafts := make([]link.Draft, len(in.Body.Links))
	for i, body := range in.Body.Links {
		draft, err := a.draftOf(body)
		if err != nil {
			return nil, errNotAnObject(i)
		}
		drafts[i] = draft
	}
	if len(drafts) == 0 {
		return nil, errNoLinks("links")
	}
	results, err := a.Links.CreateMany(ctx, apikit.ActorOf(ctx), drafts)
	for i := range results {
		results[i].Err = apikit.WithFieldName(results[i].Err, drafts[i].DecodeErrors)
	}
	return a.bulkResponse(ctx, results, http.StatusCreated, err)
}

// BulkLinkUpdate updates one link of a bulk request.
type BulkLinkUpdate struct {
	ID        string            `json:"id" example:"lnk_3kq7c8v0d5m2a"`
	IfVersion apikit.Opt[int64] `json:"ifVersion,omitzero" nullable:"true" minimum:"1" doc:"The expected version; the result is 412 if the link has another one."`
	UpdateLink
}

type updateLinks struct {
	Links   []apikit.Raw[BulkLinkUpdate] `json:"links" minItems:"1" maxItems:"1000"`
	Changes apikit.Raw[UpdateLink]       `json:"changes,omitzero" doc:"Fields to set on each link. The entries of links then have only id and ifVersion."`
}

func (a *API) updateLinks(ctx context.Context, in *apikit.With[updateLinks]) (*apikit.Output[bulkResults], error) {
	changes, decodeErrors := make([]link.Change, len(in.Body.Links)), make([][]fault.Field, len(in.Body.Links))
	for i, body := range in.Body.Links {
		change, unread, err := body.Decode(a.router().Schemas())
		if err != nil {
			return nil, errNotAnObject(i)
		}
		if !in.Body.Changes.IsZero() && !reflect.ValueOf(change.UpdateLink).IsZero() {
			return nil, fault.New(fault.Invalid, "Set fields either here or in changes.").At(fmt.Sprintf("links[%d]", i))
		}
		decodeErrors[i] = unread
		changes[i] = link.Change{Target: link.Target{ID: change.ID}, Edit: change.edit(unread)}
		if change.IfVersion.Value > 0 {
			changes[i].IfVersions = []int64{change.IfVersion.Value}
		}
	}
	if len(changes) == 0 {
		return nil, errNoLinks("links")
	}
	if !in.Body.Changes.IsZero() {
		targets := apikit.Map(changes, func(c link.Change) link.Target { return c.Target })
		return a.updateEachLink(ctx, targets, in.Body.Changes, decodeErrors)
	}
	results, err := a.Links.UpdateMany(ctx, apikit.ActorOf(ctx), changes)
	for i := range results {
		results[i].Err = apikit.WithFieldName(results[i].Err, decodeErrors[i])
	}
	return a.bulkResponse(ctx, results, http.StatusOK, err)
}

// updateEachLink applies the same changes to the links of entries without fields.
// decodeErrors are those of the entries.
func (a *API) updateEachLink(
	ctx context.Context, targets []link.Target, body apikit.Raw[UpdateLink], decodeErrors [][]fault.Field,
) (*apikit.Output[bulkResults], error) {
	common, unread, err := body.Decode(a.router().Schemas())
	if err != nil {
		return nil, fault.New(fault.Invalid, "Must be an object.").At("changes")
	}
	results, err := a.Links.UpdateEach(ctx, apikit.ActorOf(ctx), targets, common.edit(unread))
	for i := range results {
		results[i].Err = apikit.WithFieldName(results[i].Err, slices.Concat(unread, decodeErrors[i]))
	}
	return a.bulkResponse(ctx, results, http.StatusOK, err)
}

type linkSelection struct {
	IDs []string `json:"ids" minItems:"1" maxItems:"1000" doc:"Ids of links."`
}

func (a *API) deleteLinks(ctx context.Context, in *apikit.With[linkSelection]) (*apikit.Output[bulkResults], error) {
	results, err := a.Links.DeleteMany(ctx, apikit.ActorOf(ctx), in.Body.IDs)
	return a.bulkResponse(ctx, results, http.StatusNoContent, err)
}

func (a *API) restoreLinks(ctx context.Context, in *apikit.With[linkSelection]) (*apikit.Output[bulkResults], error) {
	results, err := a.Links.RestoreMany(ctx, apikit.ActorOf(ctx), in.Body.IDs)
	return a.bulkResponse(ctx, results, http.StatusOK, err)
}

func (a *API) restoreLink(ctx context.Context, in *apikit.ByID) (*linkOutput, error) {
	results, err := a.Links.RestoreMany(ctx, apikit.ActorOf(ctx), []string{in.ID})
	if err != nil {
		return nil, err
	}
	return a.linkResponse(results[0].Link, results[0].Err)
}

// maxBulkLinks bounds the links of one bulk response, in bytes of JSON: a
// request of 45 KB may name a thousand links of 100 KB each.
const maxBulkLinks = 4 << 20

// bulkResponse converts results; success is the status of results without an
// error.
func (a *API) bulkResponse(ctx context.Context, results []link.Result, success int, err error) (*apikit.Output[bulkResults], error) {
	if err != nil {
		return nil, err
	}
	now, out, size := a.clock.Now(), &apikit.Output[bulkResults]{}, 0
	out.Body.Results = make([]BulkResult, len(results))
	for i, r := range results {
		one := BulkResult{Index: i, Status: success}
		switch {
		case r.Err != nil:
			one.Error = a.errors.Problem(ctx, r.Err)
			one.Status = one.Error.Status
		case success != http.StatusNoContent && size <= maxBulkLinks:
			one.ID, one.Version, one.Link = r.Link.ID, r.Link.Version, new(linkOf(r.Link, a.publicURL.Scheme, now))
			raw, err := json.Marshal(one.Link)
			if err != nil {
				return nil, err
			}
			size += len(raw)
		case success != http.StatusNoContent:
			one.ID, one.Version = r.Link.ID, r.Link.Version
		}
		out.Body.Results[i] = one
	}
	return out, nil
}

func errNoLinks(field string) error {
	return fault.New(fault.Invalid, fmt.Sprintf("Specify 1 to %d links.", link.MaxMany)).At(field)
}

func errNotAnObject(i int) error {
	return fault.New(fault.Invalid, "Must be an object.").At(fmt.Sprintf("links[%d]", i))
}
