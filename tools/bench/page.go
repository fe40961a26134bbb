package main

import "fmt"

// pageBlocks is the number of blocks of the bio page.
const pageBlocks = 10

// benchPage compares a bio page, whose views are recorded, with a redirect.
func benchPage(o options) error {
	return withLinnet(o, func(linnet *process, user *api) error {
		if _, err := user.link("launch", nil); err != nil {
			return err
		}
		blocks := make([]map[string]any, pageBlocks)
		for i := range blocks {
			blocks[i] = map[string]any{"type": "link", "title": fmt.Sprintf("Button %d", i), "url": fmt.Sprintf("https://example.com/page/%d", i)}
		}
		var made struct{ ID string }
		page := map[string]any{"handle": "bench", "title": "Bench Mark", "description": "Ten buttons.", "blocks": blocks}
		if err := user.post("/bio-pages", page, &made); err != nil {
			return err
		}
		if err := user.post("/bio-pages/"+made.ID+"/publish", map[string]any{}, &made); err != nil {
			return err
		}
		return compare("A bio page with 10 buttons, compressed", o, false, []contender{
			{name: "Linnet, cached link, click in the journal", server: linnet, path: fixed("/launch")},
			{name: "Linnet, cached page, view in the journal", server: linnet, path: fixed("/@bench")},
		})
	})
}
