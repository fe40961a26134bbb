package bitly

import (
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/edge/compat"
)

// change are the fields of a bitlink that a request changes.
type change struct {
	LongURL      *string                `json:"long_url"`
	Title        compat.Given[string]   `json:"title"`
	Tags         compat.Given[[]string] `json:"tags"`
	Archived     *bool                  `json:"archived"`
	ExpirationAt compat.Given[string]   `json:"expiration_at"`
}

func (a *api) edit(w http.ResponseWriter, c *compat.Call) error {
	before, err := a.find(c, c.PathValue("id"))
	if err != nil {
		return err
	}
	var in change
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	ends, err := expiration(in.ExpirationAt.Value)
	if err == nil && in.LongURL != nil {
		err = a.checkDestination(c, *in.LongURL)
	}
	if err != nil {
		return err
	}
	changed, err := a.Links.Update(c.Context(), c.Actor, before.ID, nil, func(d *link.Draft) {
		if in.LongURL != nil {
			d.URL = *in.LongURL
		}
		if in.Title.Is {
			d.Title = in.Title.Value
		}
		if in.Tags.Is {
			d.Tags = in.Tags.Value
		}
		if in.ExpirationAt.Is {
			d.ExpiresAt = ends
		}
		if in.Archived != nil {
			d.Status = statusOf(*in.Archived)
		}
	})
	if err != nil {
		return err
	}
	return a.answer(w, c, http.StatusOK, changed)
}

func statusOf(archived bool) link.Status {
	if archived {
		return link.Archived
	}
	return link.Active
}

// maxEdited is the most bitlinks of one request.
const maxEdited = 100

// bulk is a change of several bitlinks.
type bulk struct {
	Action     string   `json:"action"`
	Archive    *bool    `json:"archive"`
	AddTags    []string `json:"add_tags"`
	RemoveTags []string `json:"remove_tags"`
	Links      []string `json:"links"`
}

// edit returns the change, or what is missing from the request.
func (b *bulk) edit() (link.Edit, error) {
	switch {
	case len(b.Links) == 0 || len(b.Links) > maxEdited:
		return nil, invalid("links", "Name 1 to 100 bitlinks.")
	case b.Action == "archive" && b.Archive == nil:
		return nil, invalid("archive", "Say whether the bitlinks are archived: true or false.")
	case b.Action == "archive":
		return func(d *link.Draft) { d.Status = statusOf(*b.Archive) }, nil
	case b.Action == "edit_tags":
		return func(d *link.Draft) { d.Tags = b.tags(d.Tags) }, nil
	default:
		return nil, invalid("action", "The action is archive or edit_tags.")
	}
}

// tags returns the tags of a link after the change. Those to add come last: a link has a tag once, in any case.
func (b *bulk) tags(old []string) []string {
	removed := func(tag string) bool {
		return slices.ContainsFunc(b.RemoveTags, func(name string) bool { return routing.Fold(strings.TrimSpace(name)) == routing.Fold(tag) })
	}
	return append(slices.DeleteFunc(slices.Clone(old), removed), b.AddTags...)
}

func (a *api) editMany(w http.ResponseWriter, c *compat.Call) error {
	if err := checkGroup(c, c.PathValue("group")); err != nil {
		return err
	}
	var in bulk
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	edit, err := in.edit()
	if err != nil {
		return err
	}
	var targets []link.Target
	for _, id := range in.Links {
		l, err := a.find(c, id)
		if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Gone) || fault.Is(err, fault.Invalid) {
			continue // the answer names those that were found
		}
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(targets, func(t link.Target) bool { return t.ID == l.ID }) {
			targets = append(targets, link.Target{ID: l.ID})
		}
	}
	results, err := a.Links.UpdateEach(c.Context(), c.Actor, targets, edit)
	if err != nil {
		return err
	}
	changed := []string{}
	for _, result := range results {
		if result.Err == nil {
			changed = append(changed, idOf(result.Link))
			continue
		}
		err = result.Err
	}
	if len(changed) == 0 && err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"links": changed})
}
