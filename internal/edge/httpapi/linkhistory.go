package httpapi

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
)

// LinkHistory reads the versions of links and reverts to them.
type LinkHistory interface {
	// History returns the versions, newest first, also of a deleted link.
	History(ctx context.Context, actor access.Actor, id string) ([]link.Version, error)
	// Edits returns what was changed in [start, end), newest first, of all
	// links unless some are named.
	Edits(ctx context.Context, actor access.Actor, linkIDs []string, start, end time.Time) ([]link.Edit, error)
	// Revert makes a link what it was in a version, as a new version.
	Revert(ctx context.Context, actor access.Actor, id string, version int64) (*link.Link, error)
}

// LinkVersion is one step of a link's history.
type LinkVersion struct {
	Version   int64         `json:"version" doc:"The link's version after the step."`
	Kind      string        `json:"kind" enum:"created,updated,deleted,restored"`
	At        time.Time     `json:"at"`
	ActorID   *string       `json:"actorId" doc:"The user who did it; null for Linnet itself."`
	ActorName *string       `json:"actorName" doc:"null also when there is no such user any more."`
	Changes   []FieldChange `json:"changes" doc:"What the step changed, field by field. Of a new link, what it was given."`
}

// FieldChange is one field that a step changed.
type FieldChange struct {
	Field string `json:"field" doc:"The link's field. A replaced password is named without its values." example:"url"`
	From  any    `json:"from" doc:"As in a Link; null is not set."`
	To    any    `json:"to" doc:"As in a Link; null is not set."`
}

func (a *API) linkHistory(ctx context.Context, in *LinkPath) (*apikit.ListOutput[LinkVersion], error) {
	versions, err := a.Links.History(ctx, apikit.ActorOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(versions, func(v link.Version) LinkVersion {
		return LinkVersion{
			Version: v.Snapshot.Version, Kind: strings.TrimPrefix(string(v.Kind), "link."), At: apikit.Timestamp(v.At),
			ActorID: apikit.TextOrNull(v.ActorID), ActorName: apikit.TextOrNull(v.ActorName),
			Changes: apikit.Map(v.Changes, func(c link.FieldChange) FieldChange { return FieldChange(c) }),
		}
	})), nil
}

type revertLinkInput struct {
	LinkPath
	Body struct {
		Version int64 `json:"version" minimum:"1" doc:"Of the history."`
	} `nameHint:"RevertLink"`
}

func (a *API) revertLink(ctx context.Context, in *revertLinkInput) (*linkOutput, error) {
	return a.linkAnswer(a.Links.Revert(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Version))
}
