package httpapi

import (
	"context"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/link"
	"linnet/internal/core/linkchange"
	"linnet/internal/edge/apikit"
)

// LinkSelector selects the links that a job changes.
type LinkSelector struct {
	LinkFilter
	All      bool `query:"all" doc:"True selects all links of the workspace; otherwise at least one filter is required."`
	Unedited bool `query:"unedited" doc:"True leaves out links that were edited since they were created or imported."`
}

func (s LinkSelector) core() linkchange.Selection {
	return linkchange.Selection{Filter: s.LinkFilter.core(), All: s.All, Unedited: s.Unedited}
}

// LinkChanges are the fields that a job changes in each link.
type LinkChanges struct {
	URL        apikit.Opt[string]      `json:"url,omitzero" doc:"The destination, stored unchanged; at most 32,000 bytes."`
	Tags       apikit.Opt[[]string]    `json:"tags,omitzero" nullable:"true" doc:"Replaces all tags."`
	AddTags    []string                `json:"addTags,omitempty" doc:"Names of tags; tags that do not exist are created."`
	RemoveTags []string                `json:"removeTags,omitempty" doc:"Names of tags."`
	FolderID   apikit.Opt[string]      `json:"folderId,omitzero" nullable:"true"`
	ExpiresAt  apikit.Opt[time.Time]   `json:"expiresAt,omitzero" nullable:"true"`
	Status     apikit.Opt[link.Status] `json:"status,omitzero" enum:"active,archived" doc:"Archives or unarchives the links."`
}

func (c LinkChanges) core() linkchange.Changes {
	out := linkchange.Changes{AddTags: c.AddTags, RemoveTags: c.RemoveTags}
	named(c.URL, &out.URL)
	named(c.Tags, &out.Tags)
	named(c.FolderID, &out.FolderID)
	named(c.ExpiresAt, &out.ExpiresAt)
	if c.Status.Named {
		out.Archived = new(c.Status.Value == link.Archived)
	}
	return out
}

// named sets to if the request has the field; null is the zero value.
func named[T any](field apikit.Opt[T], to **T) {
	if field.Named {
		*to = &field.Value
	}
}

type changeLinksInput struct {
	LinkSelector
	Body LinkChanges
}

func (a *API) changeLinks(ctx context.Context, in *changeLinksInput) (*apikit.Output[Job], error) {
	return jobResponse(a.LinkChanges.Update(ctx, apikit.ActorOf(ctx), in.core(), in.Body.core()))
}

func (a *API) deleteFilteredLinks(ctx context.Context, in *LinkSelector) (*apikit.Output[Job], error) {
	return jobResponse(a.LinkChanges.Delete(ctx, apikit.ActorOf(ctx), in.core()))
}

func (a *API) undoChange(ctx context.Context, in *apikit.ByID) (*apikit.Output[Job], error) {
	return jobResponse(a.LinkChanges.Undo(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) changeReport(ctx context.Context, in *apikit.ByID) (*huma.StreamResponse, error) {
	report, err := a.LinkChanges.Report(ctx, apikit.ActorOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return apikit.Download(io.NopCloser(report), csvType, "report.csv", -1), nil
}
