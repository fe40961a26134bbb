package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"linnet/client"
)

type shortenCmd struct {
	remote
	asJSON
	URLs   []string `arg:"" name:"url" help:"Destinations; - reads them from standard input, one a line."`
	Alias  string   `help:"Alias of the link. Default: 7 random characters." placeholder:"ALIAS"`
	Domain string   `help:"Domain of the links. Default: that of the workspace." placeholder:"HOST"`
	Tag    []string `help:"Tags of the links; tags that do not exist are created." placeholder:"NAME"`
	Title  string   `help:"Title of the links." placeholder:"TEXT"`
}

// Run creates links and prints their short URLs, one a line in the order of the destinations.
func (c shortenCmd) Run(ctx context.Context, s streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	destinations, many, err := arguments(c.URLs)
	if err != nil {
		return err
	}
	if c.Alias != "" && len(destinations) != 1 {
		return fmt.Errorf("--alias is for one URL, and there are %d", len(destinations))
	}
	if !many {
		link, err := api.CreateLink(ctx, c.draft(destinations[0]))
		if err != nil {
			return explained(api, err)
		}
		return c.print(s.out, link, func(w io.Writer) error { return printLines(w, link.ShortURL) })
	}
	return c.createAll(ctx, api, destinations, s)
}

// arguments returns the arguments, with the lines of standard input for "-", and whether there may be several.
func arguments(given []string) (all []string, many bool, err error) {
	if !slices.Contains(given, "-") {
		return given, len(given) > 1, nil
	}
	for _, one := range given {
		if one != "-" {
			all = append(all, one)
			continue
		}
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			if line := strings.TrimSpace(lines.Text()); line != "" {
				all = append(all, line)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, true, fmt.Errorf("read standard input: %w", err)
		}
	}
	return all, true, nil
}

// draft returns the link that a destination gets.
func (c shortenCmd) draft(destination string) client.CreateLink {
	draft := client.CreateLink{URL: destination}
	for field, value := range map[*client.Field[string]]string{&draft.Alias: c.Alias, &draft.Domain: c.Domain, &draft.Title: c.Title} {
		if value != "" {
			*field = client.Set(value)
		}
	}
	if len(c.Tag) > 0 {
		draft.Tags = client.Set(c.Tag)
	}
	return draft
}

// createAll creates links in groups. A destination that the server rejects does not affect the others.
func (c shortenCmd) createAll(ctx context.Context, api *client.Client, destinations []string, s streams) error {
	const group = 100
	bar := newProgress(s.err, len(destinations))
	created, done, failed := []*client.Link{}, 0, 0
	for part := range slices.Chunk(destinations, group) {
		bar.show(done)
		var body client.CreateLinks
		for _, destination := range part {
			body.Links = append(body.Links, c.draft(destination))
		}
		results, err := api.CreateLinks(ctx, body)
		bar.clear()
		if err != nil {
			return explained(api, err)
		}
		for _, result := range results.Results {
			if result.Link == nil {
				failed++
				fmt.Fprintf(s.err, "%s: %s\n", part[result.Index], problemText(result.Error))
				continue
			}
			created = append(created, result.Link)
			if !c.JSON {
				fmt.Fprintln(s.out, result.Link.ShortURL)
			}
		}
		done += len(part)
	}
	if c.JSON {
		if err := c.print(s.out, created, nil); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d URLs were not shortened", failed, len(destinations))
	}
	return nil
}

// problemText returns the sentences of a problem in a result.
func problemText(p *client.Problem) string {
	if p == nil {
		return "the server returned no link"
	}
	return (&client.Error{Status: int(p.Status), Problem: *p}).Error()
}

func printLines(w io.Writer, lines ...string) error {
	var failed error
	for _, line := range lines {
		_, err := fmt.Fprintln(w, line)
		failed = errors.Join(failed, err)
	}
	return failed
}
