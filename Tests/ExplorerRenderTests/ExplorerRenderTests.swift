// ExplorerRender
