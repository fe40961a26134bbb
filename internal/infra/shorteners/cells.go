package shorteners

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
)

// cells are the columns of a link. What has no value has no cell.
type cells map[transfer.Field]string

func (c cells) text(field transfer.Field, text string) {
	if text != "" {
		c[field] = text
	}
}

func (c cells) number(field transfer.Field, n int64) {
	if n != 0 {
		c[field] = strconv.FormatInt(n, 10)
	}
}

func (c cells) flag(field transfer.Field, on bool) { c[field] = strconv.FormatBool(on) }

// hiddenTag is one more tag of links that are hidden from lists.
const hiddenTag = "archived"

// tags writes a list in JSON, so that a tag may have any character. hidden is for links that the shortener has archived and still
// redirects: as archived links of Linnet, they would no longer lead anywhere.
func (c cells) tags(tags []string, hidden bool) {
	named := func(tag string) bool { return strings.EqualFold(tag, hiddenTag) }
	if hidden && !slices.ContainsFunc(tags, named) {
		tags = append(slices.Clip(tags), hiddenTag)
	}
	if len(tags) > 0 {
		c.json(transfer.Tags, tags)
	}
}

func (c cells) rules(rules []routing.Rule) {
	if len(rules) > 0 {
		c.json(transfer.Rules, rules)
	}
}

func (c cells) split(branches []routing.Branch) {
	if len(branches) > 0 {
		c.json("split", branches)
	}
}

// noAlias is the alias of a link of a domain itself. Its row fails with a sentence: without a
// cell, the link would get a random alias.
const noAlias = "/"

func (c cells) json(field transfer.Field, value any) {
	if raw, err := json.Marshal(value); err == nil { // texts and rules always marshal
		c[field] = string(raw)
	}
}

// plain is a text, a number or a Boolean of JSON, as text. Shorteners change the type of some
// fields between their versions. null is empty.
type plain string

// UnmarshalJSON implements json.Unmarshaler.
func (p *plain) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err == nil { // null leaves it empty
		*p = plain(text)
		return nil
	}
	*p = plain(strings.TrimSpace(string(raw)))
	return nil
}

func (p plain) text() string { return string(p) }
