package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// Tombstone is a deleted link whose aliases are still reserved.
type Tombstone struct {
	LinkID    string    `json:"linkId" example:"lnk_3kq7c8v0d5m2a"`
	Domain    string    `json:"domain" example:"localhost:8080"`
	Aliases   []string  `json:"aliases" doc:"The reserved aliases, which return 410."`
	URL       string    `json:"url" doc:"The destination of the link." example:"https://example.com/"`
	Title     *string   `json:"title"`
	DeletedAt time.Time `json:"deletedAt"`
}

type listTombstonesInput struct {
	apikit.PageParams
	Search string `query:"search" maxLength:"200" doc:"Words in aliases, destination, title or note; case-insensitive."`
}

func (a *API) listTombstones(ctx context.Context, in *listTombstonesInput) (*apikit.ListOutput[Tombstone], error) {
	page, err := a.Links.Tombstones(ctx, apikit.ActorOf(ctx), in.Search, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	items := apikit.Map(page.Tombstones, func(t link.Tombstone) Tombstone {
		return Tombstone{
			LinkID:    t.LinkID,
			Domain:    t.Domain,
			Aliases:   t.Aliases,
			URL:       t.URL,
			Title:     apikit.TextOrNull(t.Title),
			DeletedAt: apikit.Timestamp(t.DeletedAt),
		}
	})
	return apikit.Page(items, page.NextCursor, page.Total), nil
}

type freeAliasInput struct {
	apikit.ByID
	Alias string `query:"alias" doc:"The alias to release; all aliases of the link by default." example:"launch"`
}

func (a *API) freeAlias(ctx context.Context, in *freeAliasInput) (*struct{}, error) {
	return nil, a.Links.FreeAlias(ctx, apikit.ActorOf(ctx), in.ID, in.Alias)
}
