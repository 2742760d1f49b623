import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';

import { DemoAnchorRepository } from './demo/demo-anchor.repository.js';
import { DemoAnchor, DemoAnchorSchema } from './demo/demo-anchor.schema.js';
import { DemoSource } from './demo/demo-source.js';
import { FootballController } from './football.controller.js';
import { FootballService } from './football.service.js';
import { LeaguePages } from './league-pages.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: DemoAnchor.name, schema: DemoAnchorSchema }])],
  controllers: [FootballController],
  providers: [FootballService, LeaguePages, DemoSource, DemoAnchorRepository],
})
export class FootballModule {}
