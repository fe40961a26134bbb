package shlink

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/core/label"
	"linnet/internal/core/routing"
	"linnet/internal/edge/compat"
)

// tagStats are a tag with the numbers of its short URLs and of their visits.
type tagStats struct {
	Tag            string  `json:"tag"`
	ShortURLsCount int     `json:"shortUrlsCount"`
	VisitsSummary  summary `json:"visitsSummary"`
}

// labels returns the tags that a call asks for, by name.
func (a *api) labels(c *compat.Call) ([]label.Label, error) {
	page, err := a.Labels.List(c.Context(), c.Actor, label.Tag, label.Query{Search: c.URL.Query().Get("searchTerm")})
	return page.Labels, err
}

func (a *api) tags(w http.ResponseWriter, c *compat.Call) error {
	labels, err := a.labels(c)
	if err != nil {
		return err
	}
	all := make([]tagStats, len(labels))
	for i, l := range labels {
		all[i] = tagStats{Tag: strings.ToLower(l.Name)}
	}
	if field, _ := order(c); field != "" && field != "tag" {
		return invalidData("These tags can be ordered by tag.", "orderBy")
	}
	all, of, err := pageOfTags(c, all)
	if err != nil {
		return err
	}
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Tag
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"tags": list[string]{names, of}})
}

func (a *api) tagStats(w http.ResponseWriter, c *compat.Call) error {
	labels, err := a.labels(c)
	if err != nil {
		return err
	}
	people, err := a.clicksBy(c, analytics.Request{}, analytics.Tag)
	if err != nil {
		return err
	}
	bots, err := a.clicksBy(c, analytics.Request{Traffic: analytics.Bot}, analytics.Tag)
	if err != nil {
		return err
	}
	all := make([]tagStats, len(labels))
	for i, l := range labels {
		all[i] = tagStats{strings.ToLower(l.Name), l.Links, summaryOf(people[l.ID], bots[l.ID])}
	}
	all, of, err := pageOfTags(c, all)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"tags": list[tagStats]{all, of}})
}

// pageOfTags returns the tags of a page in the order of a call; all without a page.
func pageOfTags(c *compat.Call, all []tagStats) ([]tagStats, *pagination, error) {
	field, ascending := order(c)
	by, ok := map[string]func(x, y tagStats) int{
		"":               func(x, y tagStats) int { return cmp.Compare(x.Tag, y.Tag) },
		"tag":            func(x, y tagStats) int { return cmp.Compare(x.Tag, y.Tag) },
		"shortUrlsCount": func(x, y tagStats) int { return cmp.Compare(x.ShortURLsCount, y.ShortURLsCount) },
		"visits":         func(x, y tagStats) int { return cmp.Compare(x.VisitsSummary.Total, y.VisitsSummary.Total) },
		"nonBotVisits":   func(x, y tagStats) int { return cmp.Compare(x.VisitsSummary.NonBots, y.VisitsSummary.NonBots) },
	}[field]
	if !ok {
		return nil, nil, invalidData("Tags can be ordered by tag, shortUrlsCount, visits and nonBotVisits.", "orderBy")
	}
	slices.SortStableFunc(all, func(x, y tagStats) int {
		if ascending {
			return by(x, y)
		}
		return by(y, x)
	})
	if c.URL.Query().Get("page") == "" && c.URL.Query().Get("itemsPerPage") == "" {
		return all, nil, nil
	}
	of, err := pagingOf(c, label.MaxPerKind)
	if err != nil {
		return nil, nil, err
	}
	part := all[min(of.offset(), len(all)):min(of.offset()+of.size, len(all))]
	return part, of.of(len(part), len(all)), nil
}

// tag returns the tag with a name, in any case.
func (a *api) tag(c *compat.Call, name string) (label.Label, error) {
	found, err := a.Labels.List(c.Context(), c.Actor, label.Tag, label.Query{})
	if err != nil {
		return label.Label{}, err
	}
	for _, l := range found.Labels {
		if routing.Fold(l.Name) == routing.Fold(strings.TrimSpace(name)) {
			return l, nil
		}
	}
	return label.Label{}, &problem{
		kind: "tag-not-found", status: http.StatusNotFound, title: "Tag not found",
		detail: fmt.Sprintf("Tag with name \"%s\" could not be found", name), more: map[string]any{"tag": name},
	}
}

func (a *api) renameTag(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		OldName string `json:"oldName"`
		NewName string `json:"newName"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	for name, value := range map[string]string{"oldName": in.OldName, "newName": in.NewName} {
		if strings.TrimSpace(value) == "" {
			return invalidData("Enter a name.", name)
		}
	}
	tag, err := a.tag(c, in.OldName)
	if err != nil {
		return err
	}
	_, err = a.Labels.Update(c.Context(), c.Actor, label.Tag, tag.ID, func(s *label.Settings) { s.Name = cleanTag(in.NewName) })
	if fault.Is(err, fault.Conflict) {
		return &problem{
			kind: "tag-conflict", status: http.StatusConflict, title: "Tag conflict",
			detail: fmt.Sprintf("You cannot rename tag %s to %s, because it already exists", in.OldName, in.NewName),
			more:   map[string]any{"oldName": in.OldName, "newName": in.NewName},
		}
	}
	if err != nil {
		return err
	}
	return noContent(w)
}

// deleteTags deletes tags; those that do not exist are deleted already.
func (a *api) deleteTags(w http.ResponseWriter, c *compat.Call) error {
	for _, name := range many(c, "tags") {
		tag, err := a.tag(c, name)
		if _, missing := err.(*problem); missing { //nolint:errorlint // as tag returns it
			continue
		}
		if err == nil {
			err = a.Labels.Delete(c.Context(), c.Actor, label.Tag, tag.ID)
		}
		if err != nil {
			return err
		}
	}
	return noContent(w)
}
