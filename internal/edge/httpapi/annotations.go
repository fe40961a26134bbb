package httpapi

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// Annotation is one moment at which a link began to do something else.
type Annotation struct {
	At        time.Time `json:"at"`
	LinkID    string    `json:"linkId" example:"lnk_3kq7c8v0d5m2a"`
	Domain    string    `json:"domain" doc:"The host of the link's short URL."`
	Alias     string    `json:"alias" doc:"The one that the link had then."`
	Kind      string    `json:"kind" enum:"updated,deleted,restored"`
	ActorName *string   `json:"actorName" doc:"Who did it; null for Linnet itself, and when there is no such user any more."`
	Fields    []string  `json:"fields" doc:"The link's fields that were changed, as its history names them." example:"[\"url\"]"`
}

type listAnnotationsInput struct {
	Start  time.Time `query:"start" required:"true" doc:"The first moment."`
	End    time.Time `query:"end" doc:"The first moment that is out; now unless said otherwise."`
	LinkID []string  `query:"linkId" doc:"Ids of links, at most 100 with commas between them; all links unless said otherwise."`
}

func (a *API) listAnnotations(ctx context.Context, in *listAnnotationsInput) (*apikit.ListOutput[Annotation], error) {
	end := in.End
	if end.IsZero() {
		end = a.clock.Now().Add(time.Millisecond) // what happened at this very moment is in
	}
	edits, err := a.Links.Edits(ctx, apikit.ActorOf(ctx), in.LinkID, in.Start, end)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(edits, annotationOf)), nil
}

func annotationOf(e link.Edit) Annotation {
	alias := ""
	if len(e.Snapshot.Aliases) > 0 {
		alias = e.Snapshot.Aliases[0]
	}
	return Annotation{
		At: apikit.Timestamp(e.At), LinkID: e.LinkID, Domain: e.Snapshot.Domain, Alias: alias,
		Kind: strings.TrimPrefix(string(e.Kind), "link."), ActorName: apikit.TextOrNull(e.ActorName),
		Fields: apikit.Map(e.Changes, func(c link.FieldChange) string { return c.Field }),
	}
}
