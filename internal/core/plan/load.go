package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// maxFile is the maximum size of a plans file in bytes.
const maxFile = 1 << 20

// file is the format of the plans file (LINNET_PLANS). Every limit is required,
// so that a missing line never means "unlimited".
type file struct {
	Packages []filePackage `json:"packages"`
}

type filePackage struct {
	Name        Name             `json:"name"`
	Monthly     string           `json:"monthly"`
	Yearly      string           `json:"yearly"`
	MostPopular bool             `json:"mostPopular"`
	Limits      map[string]limit `json:"limits"`
	Features    []string         `json:"features"`
}

// limit is a number of at least 1, or the word "unlimited".
type limit int

// UnmarshalJSON reads a limit.
func (l *limit) UnmarshalJSON(raw []byte) error {
	if string(raw) == `"unlimited"` {
		*l = Unlimited
		return nil
	}
	var n int
	if err := json.Unmarshal(raw, &n); err != nil || n < 1 || n > 1<<31-1 {
		*l = -1 // check reports it with its position
		return nil
	}
	*l = limit(n)
	return nil
}

// Load reads a catalog from a plans file:
//
//	{"packages": [{"name": "FREE", "monthly": "$0", "yearly": "$0", "mostPopular": false,
//	  "limits": {"links": 100, "clicksPerMonth": 5000, "domains": 1, "members": 1,
//	             "retentionDays": 30, "bioPages": "unlimited", "storageMiB": 50},
//	  "features": ["No credit card needed"]}]}
//
// Linnet writes the lines about limits; "features" adds lines below them. The
// error lists every problem of the file.
func Load(r io.Reader) (*Catalog, error) {
	var f file
	dec := json.NewDecoder(io.LimitReader(r, maxFile))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("plans: the file cannot be read as packages: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("plans: there is something behind the packages")
	}
	if problems := f.check(); len(problems) > 0 {
		return nil, errors.New("plans: " + strings.Join(problems, "; "))
	}
	c := &Catalog{fixed: true}
	for _, p := range f.Packages {
		c.offers = append(c.offers, p.offer())
	}
	return c, nil
}

func (f file) check() []string {
	var problems []string
	seen := map[Name]bool{}
	nameShape := regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,31}$`)
	for i, p := range f.Packages {
		say := func(format string, args ...any) {
			problems = append(problems, fmt.Sprintf("packages[%d]", i)+fmt.Sprintf(format, args...))
		}
		if !nameShape.MatchString(string(p.Name)) {
			say(".name: %q is not a name of capitals, such as FREE", p.Name)
		}
		if seen[p.Name] {
			say(".name: %s is there twice", p.Name)
		}
		seen[p.Name] = true
		for _, key := range limitNames() {
			n, ok := p.Limits[key]
			if !ok && key == storageLimit {
				continue // older files do not have this limit
			}
			if !ok || n < 0 {
				say(`.limits.%s: give a number from 1 on, or "unlimited"`, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(p.Limits)) {
			if !slices.Contains(limitNames(), key) {
				say(".limits.%s: there is no such limit", key)
			}
		}
	}
	if !seen[Free] {
		problems = append(problems, "packages: FREE is missing, and every sign-up starts on it")
	}
	return problems
}

func limitNames() []string {
	return []string{"links", "clicksPerMonth", "domains", "members", "retentionDays", "bioPages", storageLimit}
}

// storageLimit is optional in a file; the default is defaultStorage.
const storageLimit = "storageMiB"

// defaultStorage is 50 MiB for each 100 links, at least 50 MiB.
func defaultStorage(links int) int {
	if links == Unlimited {
		return Unlimited
	}
	return max(50, links/2)
}

// storage returns the package's limit of storage.
func (p filePackage) storage() int {
	if n, ok := p.Limits[storageLimit]; ok {
		return int(n)
	}
	return defaultStorage(int(p.Limits["links"]))
}

func (p filePackage) offer() offer {
	return offer{
		name:        p.Name,
		monthly:     p.Monthly,
		yearly:      p.Yearly,
		mostPopular: p.MostPopular,
		extras:      p.Features,
		limits: Limits{
			Links:          int(p.Limits["links"]),
			ClicksPerMonth: int(p.Limits["clicksPerMonth"]),
			Domains:        int(p.Limits["domains"]),
			Members:        int(p.Limits["members"]),
			RetentionDays:  int(p.Limits["retentionDays"]),
			BioPages:       int(p.Limits["bioPages"]),
			Storage:        int64(p.storage()) * mebibyte,
		},
	}
}
