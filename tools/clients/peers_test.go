package clients

import "testing"

// peers has the clients of other shorteners, as npm has them.
const peers = "../../web/tools/peers"

func TestKutt_ItsClientWorks(t *testing.T) { useLink(t, "node", peers+"/kutt.mjs") }

func TestYOURLS_ItsClientsWork(t *testing.T) { useLink(t, "node", peers+"/yourls.mjs") }

func TestShlink_ItsSDKWorks(t *testing.T) { useLink(t, "node", peers+"/shlink.mjs") }
