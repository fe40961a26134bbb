package httpapi

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// LinkVersion is a version of a link.
type LinkVersion struct {
	Version   int64         `json:"version" doc:"The number of the version."`
	Kind      string        `json:"kind" enum:"created,updated,deleted,restored"`
	At        time.Time     `json:"at"`
	ActorID   *string       `json:"actorId" doc:"The user or the API key that made the change; null: the system."`
	ActorName *string       `json:"actorName" doc:"API key and its name for a key. Null also if the user has been deleted."`
	Changes   []FieldChange `json:"changes" doc:"The changed fields; the initial fields of a new link."`
}

// FieldChange is a changed field of a version.
type FieldChange struct {
	Field string `json:"field" doc:"The field of the link. Values of passwords are omitted." example:"url"`
	From  any    `json:"from" doc:"As in a Link; null: not set."`
	To    any    `json:"to" doc:"As in a Link; null: not set."`
}

func (a *API) linkHistory(ctx context.Context, in *apikit.ByID) (*apikit.ListOutput[LinkVersion], error) {
	versions, err := a.Links.History(ctx, apikit.ActorOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(versions, func(v link.Version) LinkVersion {
		return LinkVersion{
			Version:   v.Snapshot.Version,
			Kind:      strings.TrimPrefix(string(v.Kind), "link."),
			At:        apikit.Timestamp(v.At),
			ActorID:   apikit.TextOrNull(v.ActorID),
			ActorName: apikit.TextOrNull(v.ActorName),
			Changes:   apikit.Map(v.Changes, func(c link.FieldChange) FieldChange { return FieldChange(c) }),
		}
	})), nil
}

type revertLink struct {
	Version int64 `json:"version" minimum:"1" doc:"The number of a version of the history."`
}

func (a *API) revertLink(ctx context.Context, in *apikit.ByIDWith[revertLink]) (*linkOutput, error) {
	return a.linkResponse(a.Links.Revert(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Version))
}
