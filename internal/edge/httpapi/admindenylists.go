package httpapi

import (
	"context"
	"net/http"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/denylist"
	"linnet/internal/core/operator"
	"linnet/internal/edge/apikit"
)

// Denylist is a list of hosts and URLs that is downloaded from an address.
type Denylist struct {
	ID        string     `json:"id" example:"dnl_3kq7c8v0d5m2a"`
	Name      string     `json:"name"`
	URL       string     `json:"url" example:"https://lists.example.org/phishing.txt"`
	Paused    bool       `json:"paused" doc:"True if the list is not updated and blocks nothing."`
	Entries   int        `json:"entries" doc:"The number of hosts and URLs in the copy in use."`
	Skipped   int        `json:"skipped" doc:"The number of lines of that copy that are neither a host nor a URL."`
	CheckedAt *time.Time `json:"checkedAt" doc:"The last update; null: never."`
	ChangedAt *time.Time `json:"changedAt" doc:"When the copy in use was downloaded."`
	NextAt    *time.Time `json:"nextAt" doc:"The next update; null while the list is paused."`
	Error     string     `json:"error" doc:"Why the last update failed; empty: it succeeded. The previous copy stays in use."`
	CreatedBy string     `json:"createdBy" doc:"The id of the operator; empty for a command."`
	CreatedAt time.Time  `json:"createdAt"`
}

func denylistOf(f denylist.Feed) Denylist {
	next := f.NextAt
	if f.Paused {
		next = time.Time{}
	}
	return Denylist{
		ID:        f.ID,
		Name:      f.Name,
		URL:       f.URL,
		Paused:    f.Paused,
		Entries:   f.Entries,
		Skipped:   f.Skipped,
		CheckedAt: apikit.TimeOrNull(f.CheckedAt),
		ChangedAt: apikit.TimeOrNull(f.ChangedAt),
		NextAt:    apikit.TimeOrNull(next),
		Error:     f.Error,
		CreatedBy: f.CreatedBy,
		CreatedAt: apikit.Timestamp(f.CreatedAt),
	}
}

func (a *API) adminListDenylists(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Denylist], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	all, err := o.Denylists(ctx)
	if err != nil {
		return nil, err
	}
	return apikit.Page(apikit.Map(all, denylistOf), "", len(all)), nil
}

type createDenylist struct {
	URL  string `json:"url" doc:"Begins with https://." example:"https://lists.example.org/phishing.txt"`
	Name string `json:"name" required:"false" doc:"At most 100 characters; empty: the host of the URL."`
}

func (a *API) adminCreateDenylist(ctx context.Context, in *apikit.With[createDenylist]) (*apikit.Output[Denylist], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	f, err := o.AddDenylist(ctx, in.Body.Name, in.Body.URL)
	return apikit.OutputOf(denylistOf(f)), err
}

type updateDenylist struct {
	Name   *string `json:"name" required:"false" doc:"1 to 100 characters."`
	Paused *bool   `json:"paused" required:"false"`
}

func (a *API) adminUpdateDenylist(ctx context.Context, in *apikit.ByIDWith[updateDenylist]) (*apikit.Output[Denylist], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	f, err := o.UpdateDenylist(ctx, in.ID, operator.DenylistPatch{Name: in.Body.Name, Paused: in.Body.Paused})
	return apikit.OutputOf(denylistOf(f)), err
}

func (a *API) adminDeleteDenylist(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.RemoveDenylist(ctx, in.ID)
}

type fetchDenylist struct {
	AcceptShrink bool `json:"acceptShrink" required:"false" doc:"Accept a copy that lost more than nine tenths of its entries."`
}

func (a *API) adminFetchDenylist(ctx context.Context, in *apikit.ByIDWith[fetchDenylist]) (*apikit.Output[Denylist], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	f, err := o.FetchDenylist(ctx, in.ID, in.Body.AcceptShrink)
	return apikit.OutputOf(denylistOf(f)), err
}

// DenylistException is an entry of deny-lists that does not block.
type DenylistException struct {
	ID        string    `json:"id" example:"dex_3kq7c8v0d5m2a"`
	Pattern   string    `json:"pattern" doc:"A host, or a URL without its scheme." example:"bit.ly"`
	Reason    string    `json:"reason" doc:"For operators."`
	CreatedBy string    `json:"createdBy" doc:"The id of the operator; empty for a command."`
	CreatedAt time.Time `json:"createdAt"`
}

func exceptionOf(x denylist.Exception) DenylistException {
	return DenylistException{ID: x.ID, Pattern: x.Pattern, Reason: x.Reason, CreatedBy: x.CreatedBy, CreatedAt: apikit.Timestamp(x.CreatedAt)}
}

func (a *API) adminListExceptions(ctx context.Context, in *AdminListInput) (*apikit.ListOutput[DenylistException], error) {
	list := func(o *operator.Service) (operator.Page[denylist.Exception], error) {
		return o.Exceptions(ctx, in.query())
	}
	return adminPage(ctx, a, list, exceptionOf)
}

type createDenylistException struct {
	Pattern string `json:"pattern" doc:"The host or the URL as on the list; at most 500 characters." example:"bit.ly"`
	Reason  string `json:"reason" required:"false" doc:"At most 500 characters, for operators."`
}

func (a *API) adminCreateException(
	ctx context.Context, in *apikit.With[createDenylistException],
) (*apikit.Output[DenylistException], error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	x, err := o.AddException(ctx, in.Body.Pattern, in.Body.Reason)
	return apikit.OutputOf(exceptionOf(x)), err
}

func (a *API) adminDeleteException(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	o, err := a.operator(ctx)
	if err != nil {
		return nil, err
	}
	return nil, o.RemoveException(ctx, in.ID)
}

// denylistRoutes registers the operations on deny-lists; op describes one of
// operators.
func (a *API) denylistRoutes(r *apikit.Router, op func(id, summary, description string, errors ...fault.Code) operation) {
	apikit.Get(r, "/admin/denylists", a.adminListDenylists, op("adminListDenylists", "List the deny-lists",
		"Oldest first. There are at most 20."))
	create := op("adminCreateDenylist", "Subscribe to a deny-list",
		"Downloads the list: a host, a URL or a line of a hosts file per line. New links to its entries are rejected with 422, and existing ones return 451. Returns 409 for a URL that is subscribed to, and 402 for more than 20 lists.",
		fault.Conflict, fault.LimitReached)
	create.Status = http.StatusCreated
	apikit.Post(r, "/admin/denylists", a.adminCreateDenylist, create)
	apikit.Patch(r, "/admin/denylists/{id}", a.adminUpdateDenylist, op("adminUpdateDenylist", "Rename, pause or resume a deny-list", ""))
	apikit.Delete(r, "/admin/denylists/{id}", a.adminDeleteDenylist, op("adminDeleteDenylist", "Remove a deny-list", "The links that only it blocks work again."))
	apikit.Post(r, "/admin/denylists/{id}/update", a.adminFetchDenylist, op("adminFetchDenylist", "Update a deny-list now",
		"Also happens every 6 hours. The field error says why it failed. Returns 409 for a paused list.", fault.Conflict))
	apikit.Get(r, "/admin/denylist-exceptions", a.adminListExceptions, op("adminListDenylistExceptions",
		"List the exceptions of deny-lists", "Newest first."))
	exception := op("adminCreateDenylistException", "Add an exception of deny-lists",
		"The entry with exactly this host or URL blocks no more; longer URLs on a list still do. Returns 409 if the exception exists, and 402 after 1,000.",
		fault.Conflict, fault.LimitReached)
	exception.Status = http.StatusCreated
	apikit.Post(r, "/admin/denylist-exceptions", a.adminCreateException, exception)
	apikit.Delete(r, "/admin/denylist-exceptions/{id}", a.adminDeleteException, op("adminDeleteDenylistException",
		"Delete an exception of deny-lists", ""))
}
