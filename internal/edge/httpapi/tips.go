package httpapi

import "context"

// Tip is a tip on the dashboard.
type Tip struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

type tipsOutput struct {
	Body struct {
		Tips []Tip `json:"tips"`
	} `nameHint:"Tips"`
}

// tips are texts of the API only, so they are not in core.
func (a *API) tips(context.Context, *struct{}) (*tipsOutput, error) {
	out := &tipsOutput{}
	out.Body.Tips = []Tip{
		{
			"Choose an alias people can say aloud",
			"An alias such as spring-sale is remembered and typed; seven random characters are not. Letters of every script and emoji work too.",
		},
		{
			"Change the destination, not the link",
			"What is printed stays printed: edit a link's destination at any time, and its alias and its figures go on.",
		},
		{
			"Give campaigns an end",
			"Set an end and a fallback address, and late visitors land on a page of yours instead of an ended offer.",
		},
	}
	return out, nil
}

type tricksOutput struct {
	Body struct {
		Tricks []string `json:"tricks"`
	} `nameHint:"Tricks"`
}

func (a *API) tricks(context.Context, *struct{}) (*tricksOutput, error) {
	out := &tricksOutput{}
	out.Body.Tricks = []string{
		"Add a plus sign to a short link to see where it leads before you go there; links with a password keep that to themselves.",
		"Rename a link without fear: the old alias keeps leading to it.",
		"Parameters behind a short link travel on to its destination, so ?utm_source=flyer works on the short link itself.",
	}
	return out, nil
}
