package httpapi

import (
	"context"

	"linnet/internal/edge/apikit"
)

// Tip is a tip on the dashboard.
type Tip struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

type tips struct {
	Tips []Tip `json:"tips"`
}

// tips are texts of the API only, so they are not in core.
func (a *API) tips(context.Context, *struct{}) (*apikit.Output[tips], error) {
	out := &apikit.Output[tips]{}
	out.Body.Tips = []Tip{
		{
			"Choose a memorable alias",
			"An alias such as spring-sale is easier to remember and type than random characters. Letters of every script and emoji work too.",
		},
		{
			"Change the destination, not the link",
			"Edit a link's destination at any time. Its alias and its statistics stay the same, so printed codes keep working.",
		},
		{
			"Give campaigns an end",
			"Set an end date and a fallback URL to send late visitors to a page of yours instead of an ended offer.",
		},
	}
	return out, nil
}

type tricks struct {
	Tricks []string `json:"tricks"`
}

func (a *API) tricks(context.Context, *struct{}) (*apikit.Output[tricks], error) {
	out := &apikit.Output[tricks]{}
	out.Body.Tricks = []string{
		"Add a plus sign to a short link to see its destination first. Links with a password do not show it.",
		"Rename a link at any time. The old alias keeps working.",
		"Query parameters of a short link are forwarded to its destination, so you can add ?utm_source=flyer to the short link.",
	}
	return out, nil
}
