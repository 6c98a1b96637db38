// CollectionRun
