package dub

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// failure is what a list has in place of a link that was rejected.
type failure struct {
	Link  any    `json:"link"` // as the request has it, or its id
	Error string `json:"error"`
	Code  code   `json:"code"`
}

func failureOf(of any, err error) failure {
	message := fault.Sentence(err)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		message = sentence(f.Message, f.Fields)
	}
	return failure{of, message, codeOf(fault.CodeOf(err))}
}

// requested is a link of a request.
type requested struct {
	raw json.RawMessage
	input
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *requested) UnmarshalJSON(raw []byte) error {
	r.raw = bytes.Clone(raw)
	return json.Unmarshal(raw, &r.input)
}

// checkMany rejects a number of links that one call cannot change.
func checkMany(field string, n int) error {
	if n < 1 || n > maxPage {
		return invalid(field, "Send 1 to 100 links at once.")
	}
	return nil
}

func (a *api) createLinks(w http.ResponseWriter, c *compat.Call) error {
	var in []requested
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if err := checkMany("links", len(in)); err != nil {
		return err
	}
	results, err := a.makeAll(c, in)
	if err != nil {
		return err
	}
	return a.answerAll(w, c, results, func(i int) any { return in[i].raw })
}

// makeAll creates links and returns a result for each.
func (a *api) makeAll(c *compat.Call, in []requested) ([]link.Result, error) {
	results := make([]link.Result, len(in))
	r := &resolver{api: a, call: c}
	var drafts []link.Draft
	var at []int // the indexes of drafts
	for i := range in {
		if in[i].Key.Value == "" && (in[i].Prefix.Value != "" || in[i].KeyLength.Value != 0) {
			if results[i].Link, results[i].Err = a.made(c, &in[i].input, r); results[i].Err != nil && !fault.Rejects(results[i].Err) {
				return nil, results[i].Err
			}
			continue
		}
		d, err := in[i].draft(r)
		if err != nil {
			if !fault.Rejects(err) {
				return nil, err
			}
			results[i].Err = err
			continue
		}
		drafts, at = append(drafts, d), append(at, i)
	}
	made, err := a.Links.CreateMany(c.Context(), c.Actor, drafts)
	if err != nil {
		return nil, err
	}
	for n, result := range made {
		result.Err = forbiddenDomain(result.Err)
		results[at[n]] = result
	}
	return results, nil
}

// answerAll answers with the links of results, and with failures in place of those that were rejected.
func (a *api) answerAll(w http.ResponseWriter, c *compat.Call, results []link.Result, nameOf func(i int) any) error {
	var links []link.Link
	for _, result := range results {
		if result.Err == nil {
			links = append(links, *result.Link)
		}
	}
	shown, err := a.shown(c, links)
	if err != nil {
		return err
	}
	out := make([]any, len(results))
	for i, result := range results {
		if result.Err != nil {
			out[i] = failureOf(nameOf(i), result.Err)
			continue
		}
		out[i], shown = shown[0], shown[1:]
	}
	return compat.WriteJSON(w, http.StatusOK, out)
}

// resolved returns the ids of links by their ids and external ids, each once, with the error of each that does not exist.
func (a *api) resolved(c *compat.Call, ids, externalIDs []string) (names, found []string, errs []error, err error) {
	add := func(name, id string, err error) {
		if err != nil || !slices.Contains(found, id) {
			names, found, errs = append(names, name), append(found, id), append(errs, err)
		}
	}
	for _, id := range ids {
		add(id, id, nil)
	}
	for _, id := range externalIDs {
		l, err := a.findExternal(c, id)
		switch {
		case err == nil:
			add(id, l.ID, nil)
		case fault.Is(err, fault.NotFound):
			add(id, "", err)
		default:
			return nil, nil, nil, err
		}
	}
	return names, found, errs, nil
}

func (a *api) updateLinks(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		LinkIDs     []string `json:"linkIds"`
		ExternalIDs []string `json:"externalIds"`
		Data        input    `json:"data"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if err := checkMany("linkIds", len(in.LinkIDs)+len(in.ExternalIDs)); err != nil {
		return err
	}
	for _, own := range []*bool{&in.Data.Domain.Named, &in.Data.Key.Named, &in.Data.ExternalID.Named} {
		if *own {
			return unsupported("data", "Links of one call cannot get the same domain, key or externalId. Change them one by one.")
		}
	}
	edit, err := in.Data.edit(&resolver{api: a, call: c})
	if err != nil {
		return err
	}
	names, ids, errs, err := a.resolved(c, in.LinkIDs, in.ExternalIDs)
	if err != nil {
		return err
	}
	results := make([]link.Result, len(ids))
	var targets []link.Target
	var at []int
	for i, id := range ids {
		if results[i].Err = errs[i]; errs[i] == nil {
			targets, at = append(targets, link.Target{ID: id}), append(at, i)
		}
	}
	changed, err := a.Links.UpdateEach(c.Context(), c.Actor, targets, edit)
	if err != nil {
		return err
	}
	for n, result := range changed {
		results[at[n]] = result
	}
	return a.answerAll(w, c, results, func(i int) any { return names[i] })
}

func (a *api) deleteLinks(w http.ResponseWriter, c *compat.Call) error {
	ids, externalIDs := many(c, "linkIds"), many(c, "externalIds")
	if err := checkMany("linkIds", len(ids)+len(externalIDs)); err != nil {
		return err
	}
	_, found, _, err := a.resolved(c, ids, externalIDs)
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(id string) bool { return id == "" })
	results, err := a.Links.DeleteMany(c.Context(), c.Actor, found)
	if err != nil {
		return err
	}
	count := 0
	for _, result := range results {
		if result.Err == nil {
			count++
		}
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]int{"deletedCount": count})
}
