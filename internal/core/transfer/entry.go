package transfer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
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
	aliases     []string       // beside the primary one
	folder      string         // a name
	createdAt   time.Time
	clicks      int64
	archived    bool
	hasPassword bool
	faults      fault.List
}

// entryOf reads the cells of a row of a file with the given number of columns. now
// is the latest possible creation time.
func entryOf(cells []string, width int, m Mapping, now time.Time) *entry {
	e := &entry{named: map[Field]bool{}, draft: link.Draft{Settings: link.DefaultSettings()}}
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
		if cell == "" {
			continue
		}
		e.named[field] = true
		e.faults.AddErr(string(field), c.read(e, cell))
	}
	if e.named[CreatedAt] && (e.createdAt.After(now) || e.createdAt.Year() < 1971) {
		e.faults.Add(string(CreatedAt), "The creation date must be between 1971 and today.")
	}
	return e
}

func (e *entry) readShort(cell string) error {
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
	e.draft.Password = cell
	return nil
}

func readJSON(cell string, into any) error {
	if err := json.Unmarshal([]byte(cell), into); err != nil {
		return fault.New(fault.Invalid, "This is not JSON in the format of a Linnet export.")
	}
	return nil
}

// patch returns the patch that sets what the entry names on a stored link.
func (e *entry) patch(stored *link.Link) link.Patch {
	settings := stored.Settings
	for _, c := range columns {
		if e.named[c.field] && c.assign != nil {
			c.assign(&settings, e)
		}
	}
	p := link.Patch{Replace: &settings}
	if e.named[Password] {
		p.Password = link.To(e.draft.Password)
	}
	if e.named[Archived] {
		p.Status = link.To(link.Active)
		if e.archived {
			p.Status = link.To(link.Archived)
		}
	}
	return p
}
