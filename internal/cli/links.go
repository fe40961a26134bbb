package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/client"
)

// linksCmds are the commands about links that call a server.
type linksCmds struct {
	List linksListCmd `cmd:"" help:"List links, the newest first."`
	Get  linksGetCmd  `cmd:"" help:"Print a link."`
	Edit linksEditCmd `cmd:"" help:"Change a link. Fields without a flag do not change."`
	Rm   linksRmCmd   `cmd:"" help:"Delete links. They can be restored in the dashboard."`
}

type linksListCmd struct {
	remote
	asJSON
	Search string   `help:"List only links with these words in alias, destination, title or note." placeholder:"TEXT"`
	Tag    []string `help:"List only links with one of these tags." placeholder:"NAME"`
	Folder string   `help:"List only links in this folder: its name or id." placeholder:"NAME"`
	Limit  int      `help:"Maximum number of links; 0: all." default:"100"`
}

// Run prints links.
func (c linksListCmd) Run(ctx context.Context, s streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	folder, err := folderID(ctx, api, c.Folder)
	if err != nil {
		return explained(api, err)
	}
	const page = 200
	params := client.ListLinksParams{Search: c.Search, Tag: c.Tag, Folder: folder, Limit: new(int64(page))}
	if c.Limit > 0 {
		params.Limit = new(int64(min(c.Limit, page)))
	}
	links := []client.LinkSummary{}
	for link, err := range api.ListLinks(ctx, params) {
		if err != nil {
			return explained(api, err)
		}
		if links = append(links, link); len(links) == c.Limit {
			break
		}
	}
	return c.print(s.out, links, func(w io.Writer) error {
		values := make([][]string, len(links))
		for i, link := range links {
			values[i] = []string{link.ID, link.ShortURL, link.URL, strconv.FormatInt(link.ClickCount, 10), link.Status, strings.Join(link.Tags, ",")}
		}
		return printRows(w, []string{"ID", "SHORT URL", "DESTINATION", "CLICKS", "STATUS", "TAGS"}, values)
	})
}

// folderID returns the id of the folder with a name or an id; empty for an empty name.
func folderID(ctx context.Context, api *client.Client, name string) (string, error) {
	if name == "" || strings.HasPrefix(name, "fld_") {
		return name, nil
	}
	for folder, err := range api.ListFolders(ctx, client.ListFoldersParams{Search: name}) {
		if err != nil {
			return "", err
		}
		if strings.EqualFold(folder.Name, name) {
			return folder.ID, nil
		}
	}
	return "", fmt.Errorf("no folder is named %q", name)
}

type linksGetCmd struct {
	aboutLink
	asJSON
}

// Run prints the link.
func (c linksGetCmd) Run(ctx context.Context, s streams) error {
	_, link, err := c.open(ctx)
	if err != nil {
		return err
	}
	return c.print(s.out, link, func(w io.Writer) error { return printLink(w, link) })
}

// printLink writes the fields of a link, one a line.
func printLink(w io.Writer, link *client.Link) error {
	text := func(value *string) string {
		if value == nil {
			return ""
		}
		return *value
	}
	moment := func(value *time.Time) string {
		if value == nil {
			return ""
		}
		return value.Format(time.RFC3339)
	}
	all := [][]string{
		{"short URL", link.ShortURL}, {"destination", link.URL}, {"id", link.ID}, {"title", text(link.Title)}, {"status", link.Status},
		{"clicks", strconv.FormatInt(link.ClickCount, 10)}, {"tags", strings.Join(link.Tags, ",")}, {"folder", text(link.FolderID)},
		{"expires", moment(link.ExpiresAt)}, {"created", link.CreatedAt.Format(time.RFC3339)},
	}
	return printRows(w, []string{"FIELD", "VALUE"}, slices.DeleteFunc(all, func(row []string) bool { return row[1] == "" }))
}

type linksEditCmd struct {
	aboutLink
	asJSON
	URL     string    `name:"url" help:"New destination." placeholder:"URL"`
	Alias   string    `help:"New alias. The former one continues to work." placeholder:"ALIAS"`
	Title   string    `help:"New title." placeholder:"TEXT"`
	Tag     []string  `help:"Tags, instead of those that the link has." placeholder:"NAME"`
	Folder  string    `help:"New folder: its name or id." placeholder:"NAME"`
	Expires time.Time `help:"When the link expires, such as 2027-01-31T18:00:00+01:00." format:"2006-01-02T15:04:05Z07:00" placeholder:"TIME"`
	Clear   []string  `help:"Fields to clear: title, tags, folder, expires." enum:"title,tags,folder,expires" placeholder:"FIELD"`
}

// Run changes the link and prints its short URL.
func (c linksEditCmd) Run(ctx context.Context, s streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	change, err := c.change(ctx, api)
	if err != nil {
		return explained(api, err)
	}
	link, err := c.find(ctx, api)
	if err != nil {
		return err
	}
	changed, err := api.UpdateLink(ctx, link.ID, change)
	if err != nil {
		return explained(api, err)
	}
	return c.print(s.out, changed, func(w io.Writer) error { return printLines(w, changed.ShortURL) })
}

// change returns the fields that the flags change.
func (c linksEditCmd) change(ctx context.Context, api *client.Client) (change client.UpdateLink, err error) {
	flags := c.URL + c.Alias + c.Title + c.Folder
	if flags == "" && len(c.Tag) == 0 && len(c.Clear) == 0 && c.Expires.IsZero() {
		return change, errors.New("nothing to change: pass a field, such as --title; linnet links edit --help lists them")
	}
	folder, err := folderID(ctx, api, c.Folder)
	if err != nil {
		return change, err
	}
	for field, value := range map[*client.Field[string]]string{
		&change.URL: c.URL, &change.Alias: c.Alias, &change.Title: c.Title, &change.FolderID: folder,
	} {
		if value != "" {
			*field = client.Set(value)
		}
	}
	if len(c.Tag) > 0 {
		change.Tags = client.Set(c.Tag)
	}
	if !c.Expires.IsZero() {
		change.ExpiresAt = client.Set(c.Expires)
	}
	clears := map[string]func(){
		"title":   func() { change.Title = client.Clear[string]() },
		"tags":    func() { change.Tags = client.Set([]string{}) },
		"folder":  func() { change.FolderID = client.Clear[string]() },
		"expires": func() { change.ExpiresAt = client.Clear[time.Time]() },
	}
	for _, field := range c.Clear {
		clears[field]()
	}
	return change, nil
}

type linksRmCmd struct {
	remote
	Links  []string `arg:"" name:"link" help:"Short URLs, aliases or ids (lnk_…) of links; - reads them from standard input, one a line."`
	Domain string   `help:"Domain of aliases. Default: that of the server." placeholder:"HOST"`
}

// Run deletes the links and prints the short URL of each.
func (c linksRmCmd) Run(ctx context.Context, s streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	names, _, err := arguments(c.Links)
	if err != nil {
		return err
	}
	bar, failed := newProgress(s.err, len(names)), 0
	for i, name := range names {
		bar.show(i)
		link, err := linkArg{Link: name, Domain: c.Domain}.find(ctx, api)
		if err == nil {
			err = explained(api, api.DeleteLink(ctx, link.ID))
		}
		bar.clear()
		if err != nil && (len(names) == 1 || ctx.Err() != nil) {
			return err
		}
		if err != nil {
			failed++
			fmt.Fprintf(s.err, "%s: %s\n", name, err)
			continue
		}
		fmt.Fprintln(s.out, cmp.Or(link.ShortURL, link.ID))
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d links were not deleted", failed, len(names))
	}
	return nil
}
