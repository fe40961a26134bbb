package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

type linkOutput struct {
	ETag string `header:"ETag" doc:"The version of the link, quoted."`
	Body Link
}

func (a *API) linkResponse(l *link.Link, err error) (*linkOutput, error) {
	if err != nil {
		return nil, err
	}
	return &linkOutput{ETag: strconv.Quote(strconv.FormatInt(l.Version, 10)), Body: linkOf(l, a.publicURL.Scheme, a.clock.Now())}, nil
}

func (a *API) createLink(ctx context.Context, in *apikit.With[apikit.Raw[CreateLink]]) (*linkOutput, error) {
	draft, err := a.draftOf(in.Body)
	if err != nil {
		return nil, err
	}
	made, err := a.Links.Create(ctx, apikit.ActorOf(ctx), draft)
	return a.linkResponse(made, apikit.WithFieldName(err, draft.DecodeErrors))
}

type upsertOutput struct {
	Status int
	ETag   string `header:"ETag" doc:"The version of the link, quoted."`
	Body   Link
}

func (a *API) upsertLink(ctx context.Context, in *apikit.With[apikit.Raw[CreateLink]]) (*upsertOutput, error) {
	fields, unread, err := in.Body.Decode(a.router().Schemas())
	if err != nil {
		return nil, err
	}
	draft := fields.draft()
	draft.DecodeErrors = unread
	l, created, err := a.Links.Upsert(ctx, apikit.ActorOf(ctx), draft, fields.edit(unread))
	out, err := a.linkResponse(l, apikit.WithFieldName(err, unread))
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	return &upsertOutput{status, out.ETag, out.Body}, nil
}

// draftOf returns the link to make; fields that could not be decoded are its DecodeErrors.
func (a *API) draftOf(body apikit.Raw[CreateLink]) (link.Draft, error) {
	fields, unread, err := body.Decode(a.router().Schemas())
	draft := fields.draft()
	draft.DecodeErrors = unread
	return draft, err
}

func (a *API) getLink(ctx context.Context, in *apikit.ByID) (*linkOutput, error) {
	return a.linkResponse(a.Links.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

// LinkFilter selects links by the parameters of a request.
type LinkFilter struct {
	Search    string   `query:"search" maxLength:"200" doc:"Words in alias, destination, title or note, in any script; case-insensitive. Among more than 2,000,000 links, words of fewer than three letters need a longer word, a folder, a tag or a status beside them: 422 at search otherwise."`
	Domain    string   `query:"domain" doc:"The host of a domain."`
	Tag       []string `query:"tag" doc:"Names of tags, separated by commas; matches links with any of them."`
	Folder    string   `query:"folder" doc:"The id of a folder."`
	Status    []string `query:"status" enum:"active,expiring,scheduled,expired,archived,blocked" doc:"Statuses, separated by commas; matches links with any of them. Expiring links are active and end within seven days."`
	Import    string   `query:"import" maxLength:"64" doc:"The id of an import; matches the links that it created."`
	CreatedBy string   `query:"createdBy" doc:"The id of a user."`

	URL        string `query:"url" maxLength:"32000" doc:"A destination; matches links with exactly this one."`
	ExternalID string `query:"externalId" maxLength:"255" doc:"An external id; matches the link with exactly this one."`
}

func (f LinkFilter) core() link.Filter {
	return link.Filter{
		Search:    f.Search,
		Domain:    f.Domain,
		Tags:      f.Tag,
		FolderID:  f.Folder,
		CreatedBy: f.CreatedBy,
		ImportID:  f.Import,
		URL:       f.URL, ExternalID: f.ExternalID,
		Statuses: apikit.Map(f.Status, func(s string) link.Status { return link.Status(s) }),
	}
}

type listLinksInput struct {
	apikit.PageParams
	LinkFilter
	Sort    string   `query:"sort" enum:"createdAt,clickCount,alias,lastClickedAt" default:"createdAt"`
	Page    int      `query:"page" minimum:"1" maximum:"100000" default:"1" doc:"The number of the page, instead of a cursor. Pages shift when links are added or removed; cursors do not."`
	Include []string `query:"include" enum:"spark" doc:"Additional fields of each link: spark has the clicks of the last 14 days."`
	Order   string   `query:"order" enum:"asc,desc" doc:"desc by default; asc when sorted by alias."`
}

func (a *API) listLinks(ctx context.Context, in *listLinksInput) (*apikit.ListOutput[LinkSummary], error) {
	now := a.clock.Now()
	f := in.core()
	f.Sort, f.Ascending = link.Sort(in.Sort), in.Order == "asc" || (in.Order == "" && in.Sort == string(link.ByAlias))
	f.Limit, f.Cursor, f.Offset = in.Limit, in.Cursor, (in.Page-1)*in.Limit
	page, err := a.Links.List(ctx, apikit.ActorOf(ctx), f)
	if err != nil {
		return nil, err
	}
	items := make([]LinkSummary, 0, len(page.Links))
	for i := range page.Links {
		items = append(items, summaryOf(&page.Links[i], a.publicURL.Scheme, now))
	}
	if slices.Contains(in.Include, "spark") {
		sparks, err := a.sparks(ctx, apikit.Map(items, func(l LinkSummary) string { return l.ID }))
		if err != nil {
			return nil, err
		}
		for i := range items {
			items[i].Spark = sparks[items[i].ID]
		}
	}
	out := apikit.Page(items, page.NextCursor, page.Total)
	out.Body.AtLeast = page.AtLeast
	return out, nil
}

// sparkDays is the length of a link's spark, in days.
const sparkDays = 14

// sparks returns the sparks of links by id, with one query for all.
func (a *API) sparks(ctx context.Context, linkIDs []string) (map[string][]int64, error) {
	current, err := a.Workspaces.Current(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return a.Analytics.DailyClicks(ctx, apikit.ActorOf(ctx), current.TimeZone, sparkDays, linkIDs)
}

type linkCounts struct {
	All       int `json:"all" doc:"Links that are not archived: the sum of active, scheduled, expired and blocked."`
	Active    int `json:"active"`
	Expiring  int `json:"expiring" doc:"Active links that end within seven days."`
	Scheduled int `json:"scheduled"`
	Expired   int `json:"expired"`
	Archived  int `json:"archived"`
	Blocked   int `json:"blocked"`
}

func (a *API) countLinks(ctx context.Context, _ *struct{}) (*apikit.Output[linkCounts], error) {
	c, err := a.Links.CountByStatus(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[linkCounts]{}
	b := &out.Body
	b.All = c.Active + c.Scheduled + c.Expired + c.Blocked
	b.Active, b.Expiring, b.Scheduled, b.Expired = c.Active, c.Expiring, c.Scheduled, c.Expired
	b.Archived, b.Blocked = c.Archived, c.Blocked
	return out, nil
}

type updateLinkInput struct {
	apikit.ByID
	IfMatch string `header:"If-Match" doc:"The expected version, quoted, or a list of versions; returns 412 if the link has another one. The value * matches any version." example:"\"3\""`
	Body    apikit.Raw[UpdateLink]
}

func (a *API) updateLink(ctx context.Context, in *updateLinkInput) (*linkOutput, error) {
	versions, err := apikit.IfMatch(in.IfMatch)
	if err != nil {
		return nil, err
	}
	fields, unread, err := in.Body.Decode(a.router().Schemas())
	if err != nil {
		return nil, err
	}
	changed, err := a.Links.Update(ctx, apikit.ActorOf(ctx), in.ID, versions, fields.edit(unread))
	return a.linkResponse(changed, apikit.WithFieldName(err, unread))
}

func (a *API) deleteLink(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.Links.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

type lookupInput struct {
	Domain string `query:"domain" doc:"The host of a domain; the install's own by default, whatever the defaultDomainId of the workspace."`
	Alias  string `query:"alias" required:"true"`
}

func (a *API) lookupLink(ctx context.Context, in *lookupInput) (*linkOutput, error) {
	return a.linkResponse(a.Links.Lookup(ctx, apikit.ActorOf(ctx), in.Domain, in.Alias))
}

type availabilityInput struct {
	Domain string `query:"domain" doc:"The host of a domain; that of new links, defaultDomainId of the workspace, by default."`
	Alias  string `query:"alias" required:"true"`
}

type aliasAvailability struct {
	Available bool    `json:"available"`
	Reason    *string `json:"reason" doc:"The reason in a sentence; null if the alias is available."`
}

func (a *API) aliasAvailable(ctx context.Context, in *availabilityInput) (*apikit.Output[aliasAvailability], error) {
	got, err := a.Links.AliasAvailable(ctx, apikit.ActorOf(ctx), in.Domain, in.Alias)
	out := &apikit.Output[aliasAvailability]{}
	out.Body.Available, out.Body.Reason = got.Available, apikit.TextOrNull(got.Reason)
	return out, err
}
