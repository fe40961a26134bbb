package dub

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"linnet/internal/core/label"
	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// shownTag is a tag as Dub returns it.
type shownTag struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Color string `json:"color"`
}

func shownTagOf(l label.Label) shownTag { return shownTag{l.ID, l.Name, colorOf(l.Color)} }

// tagsNamed returns those of some tags that have names.
func tagsNamed(names []string, all []label.Label) []shownTag {
	out := make([]shownTag, 0, len(names))
	for _, name := range names {
		at := slices.IndexFunc(all, func(l label.Label) bool { return routing.Fold(l.Name) == routing.Fold(name) })
		if at >= 0 {
			out = append(out, shownTagOf(all[at]))
		}
	}
	return out
}

// gray is the color of tags without one.
const gray = "gray"

// color is a color of Dub, which has no others.
type color struct {
	name    string
	r, g, b int
}

func colors() []color {
	return []color{
		{"red", 0xdc, 0x26, 0x26}, {"yellow", 0xca, 0x8a, 0x04}, {"green", 0x16, 0xa3, 0x4a}, {"blue", 0x25, 0x63, 0xeb},
		{"purple", 0x93, 0x33, 0xea}, {"brown", 0x92, 0x40, 0x0e}, {gray, 0x6b, 0x72, 0x80}, {"pink", 0xdb, 0x27, 0x77},
	}
}

func (c color) hex() string {
	return "#" + strconv.FormatInt(1<<24|int64(c.r)<<16|int64(c.g)<<8|int64(c.b), 16)[1:]
}

// minChroma is the difference between the channels of a color below which it is gray.
const minChroma = 32

// colorOf returns the color of Dub that is nearest to "#rrggbb"; gray for none.
func colorOf(hex string) string {
	if len(hex) != len("#rrggbb") {
		return gray
	}
	n, err := strconv.ParseInt(hex[1:], 16, 32)
	if err != nil {
		return gray
	}
	r, g, b := int(n>>16&0xff), int(n>>8&0xff), int(n&0xff)
	if max(r, g, b)-min(r, g, b) < minChroma {
		return gray
	}
	distance := func(c color) int { return (c.r-r)*(c.r-r) + (c.g-g)*(c.g-g) + (c.b-b)*(c.b-b) }
	return slices.MinFunc(colors(), func(x, y color) int { return cmp.Compare(distance(x), distance(y)) }).name
}

// labels returns the tags or folders of the workspace that a query selects, by name.
func (a *api) labels(c *compat.Call, kind label.Kind, q label.Query) ([]label.Label, error) {
	page, err := a.Labels.List(c.Context(), c.Actor, kind, q)
	return page.Labels, err
}

func (a *api) listTags(w http.ResponseWriter, c *compat.Call) error {
	query := c.URL.Query()
	tags, err := a.labels(c, label.Tag, label.Query{Search: query.Get("search"), IDs: many(c, "ids")})
	if err != nil {
		return err
	}
	switch query.Get("sortBy") {
	case "", "name":
	case "createdAt":
		slices.SortStableFunc(tags, func(x, y label.Label) int { return x.CreatedAt.Compare(y.CreatedAt) })
	default:
		return invalid("sortBy", "Use name or createdAt.")
	}
	ascending, err := isAscending(c, "asc")
	if err != nil {
		return err
	}
	if !ascending {
		slices.Reverse(tags)
	}
	if tags, err = pageOf(c, tags); err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, apikit.Map(tags, shownTagOf))
}

// tagInput are the fields of a tag in a request.
type tagInput struct {
	Name  string `json:"name"`
	Tag   string `json:"tag"` // the former name of name
	Color string `json:"color"`
}

// edit returns the change that a request asks for.
func (in tagInput) edit() (func(*label.Settings), error) {
	at := slices.IndexFunc(colors(), func(c color) bool { return c.name == in.Color })
	if in.Color != "" && at < 0 {
		return nil, invalid("color", "Use red, yellow, green, blue, purple, brown, gray or pink.")
	}
	return func(s *label.Settings) {
		s.Name = cmp.Or(in.Name, in.Tag, s.Name)
		if at >= 0 {
			s.Color = colors()[at].hex()
		}
	}, nil
}

func (a *api) createTag(w http.ResponseWriter, c *compat.Call) error {
	var in tagInput
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	edit, err := in.edit()
	if err != nil {
		return err
	}
	var s label.Settings
	edit(&s)
	made, err := a.Labels.Create(c.Context(), c.Actor, label.Tag, s)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusCreated, shownTagOf(made))
}

func (a *api) updateTag(w http.ResponseWriter, c *compat.Call) error {
	var in tagInput
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	edit, err := in.edit()
	if err != nil {
		return err
	}
	changed, err := a.Labels.Update(c.Context(), c.Actor, label.Tag, c.PathValue("id"), edit)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, shownTagOf(changed))
}

func (a *api) deleteTag(w http.ResponseWriter, c *compat.Call) error {
	if err := a.Labels.Delete(c.Context(), c.Actor, label.Tag, c.PathValue("id")); err != nil {
		return err
	}
	return deleted(w, "id", c.PathValue("id"))
}
