package httpapi

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// Annotation is a change of a link that may explain a change in a chart.
type Annotation struct {
	At        time.Time `json:"at"`
	LinkID    string    `json:"linkId" example:"lnk_3kq7c8v0d5m2a"`
	Domain    string    `json:"domain" doc:"The host of the short URL."`
	Alias     string    `json:"alias" doc:"The alias at the time of the change."`
	Kind      string    `json:"kind" enum:"updated,deleted,restored"`
	ActorName *string   `json:"actorName" doc:"The user or the API key that made the change; null: the system, or a deleted user."`
	Fields    []string  `json:"fields" doc:"The changed fields, as in the history of the link." example:"[\"url\"]"`
}

type listAnnotationsInput struct {
	Start  time.Time `query:"start" required:"true" doc:"The start of the period."`
	End    time.Time `query:"end" doc:"The end of the period, exclusive; now by default."`
	LinkID []string  `query:"linkId" doc:"Ids of at most 100 links, separated by commas; all links by default."`
}

func (a *API) listAnnotations(ctx context.Context, in *listAnnotationsInput) (*apikit.ListOutput[Annotation], error) {
	end := in.End
	if end.IsZero() {
		end = a.clock.Now().Add(time.Millisecond) // include changes at this millisecond
	}
	edits, err := a.Links.Edits(ctx, apikit.ActorOf(ctx), in.LinkID, in.Start, end)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(edits, annotationOf)), nil
}

func annotationOf(e link.EditEvent) Annotation {
	alias := ""
	if len(e.Snapshot.Aliases) > 0 {
		alias = e.Snapshot.Aliases[0]
	}
	return Annotation{
		At:        apikit.Timestamp(e.At),
		LinkID:    e.LinkID,
		Domain:    e.Snapshot.Domain,
		Alias:     alias,
		Kind:      strings.TrimPrefix(string(e.Kind), "link."),
		ActorName: apikit.TextOrNull(e.ActorName),
		Fields:    apikit.Map(e.Changes, func(c link.FieldChange) string { return c.Field }),
	}
}
