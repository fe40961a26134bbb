package linkchange

import (
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// Changes are what an update does to each link. A nil field leaves the links as they are.
// They are stored with their job, so they have no password.
type Changes struct {
	URL        *string    `json:"url,omitempty"`
	Tags       *[]string  `json:"tags,omitempty"` // replaces all
	AddTags    []string   `json:"addTags,omitempty"`
	RemoveTags []string   `json:"removeTags,omitempty"`
	FolderID   *string    `json:"folderId,omitempty"` // empty: no folder
	Archived   *bool      `json:"archived,omitempty"`
	ExpiresAt  *time.Time `json:"expiresAt,omitempty"` // zero: never
}

// check returns an Invalid fault for changes that no link can have.
func (c *Changes) check() error {
	var faults fault.List
	if c.URL == nil && c.Tags == nil && len(c.AddTags)+len(c.RemoveTags) == 0 && c.FolderID == nil && c.Archived == nil && c.ExpiresAt == nil {
		faults.Add("", "Specify at least one field to change.")
	}
	if c.Tags != nil && len(c.AddTags)+len(c.RemoveTags) > 0 {
		faults.Add("tags", "Either replace the tags, or add and remove some.")
	}
	for _, list := range []struct {
		field string
		tags  []string
	}{{"addTags", c.AddTags}, {"removeTags", c.RemoveTags}} {
		if len(list.tags) > link.MaxTags {
			faults.Add(list.field, "These are more tags than a link can have.")
		}
	}
	return faults.Err()
}

// edit applies the changes to the draft of a link.
func (c *Changes) edit(d *link.Draft) {
	if c.URL != nil {
		d.URL = *c.URL
	}
	if c.Tags != nil {
		d.Tags = *c.Tags
	}
	d.Tags = slices.DeleteFunc(slices.Concat(d.Tags, c.AddTags), func(tag string) bool { return slices.Contains(c.RemoveTags, tag) })
	if c.FolderID != nil {
		d.FolderID = *c.FolderID
	}
	if c.Archived != nil {
		d.Status = link.Active
		if *c.Archived {
			d.Status = link.Archived
		}
	}
	if c.ExpiresAt != nil {
		d.ExpiresAt = *c.ExpiresAt
	}
}

// before returns the changes that undo these, for the link as it is.
func (c *Changes) before(l *link.Link) Changes {
	var undo Changes
	if c.URL != nil {
		undo.URL = &l.URL
	}
	if c.Tags != nil || len(c.AddTags)+len(c.RemoveTags) > 0 {
		undo.Tags = &l.Tags
	}
	if c.FolderID != nil {
		undo.FolderID = &l.FolderID
	}
	if c.Archived != nil {
		undo.Archived = &l.Archived
	}
	if c.ExpiresAt != nil {
		undo.ExpiresAt = &l.ExpiresAt
	}
	return undo
}

// holds reports whether the changes would not change the link.
func (c *Changes) holds(l *link.Link) bool {
	now := c.before(l)
	return equal(c.URL, now.URL) && equal(c.FolderID, now.FolderID) && equal(c.Archived, now.Archived) &&
		(c.Tags == nil || slices.Equal(*c.Tags, *now.Tags)) &&
		(c.ExpiresAt == nil || c.ExpiresAt.Equal(*now.ExpiresAt))
}

func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
