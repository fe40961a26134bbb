package transfer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/fault"
)

// dateForms returns the date formats of other services. Formats without a year or
// with an ambiguous order of day and month are not accepted.
func dateForms() []string {
	return []string{
		time.RFC3339Nano, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05.999Z0700", "2006-01-02T15:04:05.999", "2006-01-02T15:04",
		"2006-01-02 15:04:05.999Z07:00", "2006-01-02 15:04:05.999 Z0700", "2006-01-02 15:04:05.999 MST",
		"2006-01-02 15:04:05.999", "2006-01-02 15:04",
		"2006-01-02", "2006/01/02", "2006/01/02 15:04:05", "02.01.2006", "02.01.2006 15:04", "02.01.2006 15:04:05",
		"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006",
		"Jan 2, 2006 15:04", "Jan 2, 2006, 3:04 PM", time.RFC1123, time.RFC1123Z,
	}
}

// timeOf parses a time, in UTC if it has no zone. Plain numbers are Unix seconds
// or milliseconds.
func timeOf(cell string) (time.Time, error) {
	if n, err := strconv.ParseInt(cell, 10, 64); err == nil && n >= 1e8 {
		if n >= 1e11 {
			return time.UnixMilli(n).UTC(), nil
		}
		return time.Unix(n, 0).UTC(), nil
	}
	for _, form := range dateForms() {
		if t, err := time.Parse(form, cell); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fault.New(fault.Invalid, "Write the date as 2026-01-31 or 2026-01-31T09:00:00Z.")
}

// wholeOf reads a whole number of at least 0, with or without separators.
func wholeOf(cell string) (int64, error) {
	plain := strings.NewReplacer(",", "", " ", "", "'", "", "\u00a0", "", "\u202f", "").Replace(cell)
	plain = strings.TrimSuffix(strings.TrimSuffix(plain, ".0"), ".00")
	n, err := strconv.ParseInt(plain, 10, 64)
	if err != nil || n < 0 || n > 1e15 {
		return 0, fault.New(fault.Invalid, "Write a whole number of at least 0, such as 1240.")
	}
	return n, nil
}

func boolOf(cell string) (bool, error) {
	switch strings.ToLower(cell) {
	case "true", "yes", "y", "1", "on", "x":
		return true, nil
	case "false", "no", "n", "0", "off":
		return false, nil
	}
	return false, fault.New(fault.Invalid, "Write true or false.")
}

// archivedOf reads a switch, or a status as services name it.
func archivedOf(cell string) (bool, error) {
	switch strings.ToLower(cell) {
	case "archived", "inactive", "disabled", "hidden":
		return true, nil
	case "active", "enabled", "scheduled", "expired", "blocked", "published":
		return false, nil
	}
	return boolOf(cell)
}

// tagsOf splits tags at commas, else at the separators of other services. A
// trailing comma marks a single tag that contains such a separator. A list in JSON is
// one of tags.
func tagsOf(cell string) []string {
	var list []string
	if strings.HasPrefix(cell, "[") && json.Unmarshal([]byte(cell), &list) == nil {
		return slices.DeleteFunc(list, func(tag string) bool { return tag == "" })
	}
	by := ","
	for _, sign := range []string{",", "|", ";"} {
		if strings.Contains(cell, sign) {
			by = sign
			break
		}
	}
	var tags []string
	for tag := range strings.SplitSeq(cell, by) {
		if tag = strings.TrimSpace(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

// tagsCell is the inverse of tagsOf.
func tagsCell(tags []string) string {
	cell := strings.Join(tags, ",")
	if len(tags) == 1 && strings.ContainsAny(cell, "|;") {
		cell += ","
	}
	return cell
}

// shortOf parts a short link into host and alias. A cell without a scheme and
// without a dot before its first slash is an alias alone ("/launch/").
func shortOf(cell string) (host, alias string) {
	rest := cell
	if _, after, ok := strings.Cut(cell, "://"); ok {
		rest = after
	} else if first, _, _ := strings.Cut(cell, "/"); !strings.Contains(first, ".") && !strings.Contains(first, ":") {
		return "", strings.Trim(cell, "/")
	}
	host, alias, _ = strings.Cut(rest, "/")
	if end := strings.IndexAny(alias, "?#"); end >= 0 {
		alias = alias[:end]
	}
	return host, strings.Trim(alias, "/")
}
