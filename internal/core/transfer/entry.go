package transfer

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/excerpt"
	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/link"
)

// entry is one row of a file as the draft of a link. Empty cells are not named:
// they leave the default of a new link, and the value of a stored one.
type entry struct {
	row, line int   // from 1; the line of the file that the row begins on
	end       int64 // of the row in the file
	nextLine  int

	draft       link.Draft
	named       map[Field]bool // fields with a cell
	host        string         // in the row; draft.Domain is the domain of the link
	short       string         // the short URL in the row
	aliases     []string       // beside the primary one
	folder      string         // a name
	createdAt   time.Time
	clicks      int64
	history     clickhistory.History // of clicks
	archived    bool
	hasPassword bool
	faults      fault.List
	warnings    []fault.Field // cells that were left out

	now time.Time // the latest possible creation time
}

// isEmptyMarker reports whether a cell is one that databases and spreadsheets write
// where there is no value.
func isEmptyMarker(cell string) bool {
	switch cell {
	case "NULL", "null", "None", "-", "N/A", "n/a", "Never", "0000-00-00", "0000-00-00 00:00:00":
		return true
	}
	return false
}

// entryOf reads the cells of a row of a file. now is the latest possible creation time.
func entryOf(cells []string, file layout, m Mapping, now time.Time) *entry {
	e := &entry{named: map[Field]bool{}, draft: link.Draft{Settings: link.DefaultSettings()}, now: now}
	width := len(file.Headers)
	e.draft.RedirectStatus = 0 // that of the domain
	for i := width; i < len(cells); i++ {
		if strings.TrimSpace(cells[i]) != "" {
			e.faults.Add(
				"row",
				fmt.Sprintf(
					"This row has %d cells, but the header has %d. Put quotation marks around cells that contain the delimiter.",
					len(cells),
					width,
				),
			)
			break
		}
	}
	for _, c := range columns {
		field := c.field
		i, mapped := m[field]
		if !mapped || i >= len(cells) {
			continue
		}
		cell := csvsafe.Restore(cells[i])
		if field != Comments && field != Password {
			cell = strings.TrimSpace(cell)
		}
		// A file of Linnet has no markers: its texts are what they say.
		if cell == "" || field != URL && !file.ours() && isEmptyMarker(cell) {
			continue
		}
		e.named[field] = true
		switch err := c.read(e, cell); {
		case err != nil && c.lenient:
			delete(e.named, field)
			e.warnings = append(e.warnings, fault.Field{Field: string(field), Message: notRead(cell, err)})
		default:
			e.faults.AddErr(string(field), err)
		}
	}
	return e
}

// maxQuoted bounds a cell in a warning, in bytes.
const maxQuoted = 80

// notRead returns the warning about a cell that was left out.
func notRead(cell string, err error) string {
	message := fmt.Sprintf("“%s” was not read.", excerpt.Of(cell, maxQuoted))
	var f *fault.Error
	if !errors.As(err, &f) {
		return message
	}
	if len(f.Fields) > 0 {
		return message + " " + f.Fields[0].Message
	}
	return message + " " + f.Message
}

func (e *entry) readCreatedAt(cell string) error {
	at, err := timeOf(cell)
	if err != nil {
		return err
	}
	if at.After(e.now) || at.Year() < 1971 {
		return fault.New(fault.Invalid, "The creation date must be between 1971 and today.")
	}
	e.createdAt = at
	return nil
}

// imported returns the clicks that the row's link brings along.
func (e *entry) imported() int64 { return max(e.clicks, e.history.Clicks()) }

func (e *entry) readHistory(cell string) (err error) {
	e.history, err = clickhistory.Parse(cell, click.DayOf(e.now)+1) // the other shortener may be east of UTC
	return err
}

func (e *entry) readTags(cell string) error {
	tags := tagsOf(cell)
	if err := link.CheckTags(tags); err != nil {
		return err
	}
	e.draft.Tags = tags
	return nil
}

func (e *entry) readShort(cell string) error {
	e.short = cell
	host, alias := shortOf(cell)
	if plain, err := url.PathUnescape(alias); err == nil {
		alias = plain
	}
	e.host = host
	if alias != "" {
		e.draft.Alias = &alias
	}
	return nil
}

// readAlias accepts an alias or a short URL.
func (e *entry) readAlias(cell string) error {
	alias := strings.Trim(cell, "/")
	if strings.Contains(cell, "://") {
		_, alias = shortOf(cell)
	}
	e.draft.Alias = &alias
	return nil
}

// readAliases accepts aliases and short URLs, separated by white space or commas.
func (e *entry) readAliases(cell string) error {
	for part := range strings.FieldsFuncSeq(cell, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		if strings.Contains(part, "://") {
			_, part = shortOf(part)
		}
		e.aliases = append(e.aliases, link.NormalAlias(part))
	}
	return nil
}

// readPassword accepts a password, or a Boolean, with which some services export
// only whether there is one.
func (e *entry) readPassword(cell string) error {
	if has, err := boolOf(strings.TrimSpace(cell)); err == nil {
		e.hasPassword = has
		delete(e.named, Password)
		return nil
	}
	e.draft.Password = &cell
	return nil
}

func readJSON(cell string, into any) error {
	if err := json.Unmarshal([]byte(cell), into); err != nil {
		return fault.New(fault.Invalid, fmt.Sprintf("“%s” is not JSON in the format of a Linnet export.", excerpt.Of(cell, maxQuoted)))
	}
	return nil
}

// edit is the link.Edit that sets what the entry names.
func (e *entry) edit(d *link.Draft) {
	for _, c := range columns {
		if e.named[c.field] && c.assign != nil {
			c.assign(&d.Settings, e)
		}
	}
	d.Password = e.draft.Password
	if e.named[Archived] {
		d.Status = link.Active
		if e.archived {
			d.Status = link.Archived
		}
	}
}
